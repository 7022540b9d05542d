//! Whole screens: from the bytes of a dump to the digest a model reads.
//!
//! Fixtures `tests/fixtures/screen-*` are invented screens of the kinds that real apps have. Their
//! digests are snapshots preceded by their size, so that a change of cost shows in a review. The
//! corpus of real dumps is a folder named by `IOS_MCP_CORPUS`.

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod reading;
#[cfg(test)]
mod snapshots;
