//! One answer for many signatures: batch equations where a scheme has one, and aggregates.

use crate::{
    backend::{Claim, Many, Verify, blst},
    error::Error,
};

/// Whether every claim holds. Claims of one scheme go through its equation together, all others one by one.
/// Of no claim, every one holds.
pub fn all_hold(claims: &[Claim<'_>]) -> bool {
    let mut groups: Vec<(&'static Many, Vec<Claim<'_>>)> = Vec::new();
    for claim in claims {
        let Some(many) = claim.verifier.many() else {
            if !claim.holds() {
                return false;
            }
            continue;
        };
        match groups.iter_mut().find(|(known, _)| known.name == many.name) {
            Some((_, group)) => group.push(*claim),
            None => groups.push((many, vec![*claim])),
        }
    }
    groups.iter().all(|(many, group)| match group.as_slice() {
        [one] => one.holds(),
        group => (many.batch)(group),
    })
}

/// Whether `signature` is the sum of one of each verifier. `messages` holds one for each, or one for all.
pub fn verify(verifiers: &[&dyn Verify], messages: &[&[u8]], signature: &[u8]) -> Result<bool, Error> {
    let first = verifiers.first().ok_or_else(|| blst::empty("signatures"))?;
    let aggregate = first.many().and_then(|many| many.aggregate).ok_or_else(|| {
        Error::UnsupportedAlgorithm("Only signatures of BLS keys can be verified as an aggregate".into())
    })?;
    aggregate(verifiers, messages, signature)
}
