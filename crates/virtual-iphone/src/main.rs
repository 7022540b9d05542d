//! The virtual iPhone alone, as a program.

fn main() {}
