//! The built binary as a client meets it: over pipes, with nothing replaced but the phone.

mod binary;
mod command_line;
mod stdio;
