//! Screen dumps in, trees out: real dumps, our own small ones, and hostile bytes.
//!
//! Fixtures under `tests/fixtures/dumps` are one invented screen told by every format, and files
//! for single oddities. The corpus of real dumps is a folder named by `IOS_MCP_CORPUS`.

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod mutations;
#[cfg(test)]
mod reading;
