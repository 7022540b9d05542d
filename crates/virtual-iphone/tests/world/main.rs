//! The world by its public surface: inputs go in, the world and its journal are looked at.

#[cfg(test)]
mod phone;

mod alerts;
mod hits;
mod keyboard;
mod lists;
mod settings;
mod time;
mod tree;
