//! The world by its public surface: inputs go in, the world and its journal are looked at.

#[cfg(test)]
mod phone;

#[cfg(test)]
mod alerts;
#[cfg(test)]
mod apps;
#[cfg(test)]
mod controls;
#[cfg(test)]
mod dumps;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod hits;
#[cfg(test)]
mod keyboard;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod more_apps;
#[cfg(test)]
mod settings;
#[cfg(test)]
mod time;
#[cfg(test)]
mod tree;
