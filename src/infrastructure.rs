//! Adapters: what the ports are made of. Only `container` names them.

pub mod picture;
