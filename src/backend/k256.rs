//! k256: ECDSA on secp256k1 in Rust, with s always low.

use k256::{
    ecdsa::{RecoveryId, Signature, SigningKey, VerifyingKey, signature::hazmat::PrehashVerifier as _},
    elliptic_curve::Generate as _,
};

use super::{Backend, Generated, Refusal, Sign, Verify};
use crate::{
    encoding::ecdsa,
    error::Error,
    scheme::{self, Digest, Nonce, Scheme},
};

const NAME: &str = "k256";
const FAILED: Error = Error::SigningFailed(NAME);

/// The nonce is that of RFC 6979, with fresh randomness mixed in unless it shall be deterministic.
pub static ECDSA: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        let Scheme::Ecdsa(scheme) = *scheme else {
            return Err(Refusal::Unsupported);
        };
        let key = SigningKey::from_slice(key.secret_bytes()?).map_err(|_| Refusal::Unsupported)?;
        Ok(Box::new(Ecdsa { key, scheme }))
    },
    verify: |key, scheme| {
        let Scheme::Ecdsa(scheme) = *scheme else {
            return Err(Refusal::Unsupported);
        };
        let key = VerifyingKey::from_sec1_bytes(key.public_bytes()).map_err(|_| Refusal::Unsupported)?;
        Ok(Box::new(Ecdsa { key, scheme }))
    },
    generate: |_, _| {
        let key = SigningKey::try_generate_from_rng(&mut getrandom::SysRng)
            .map_err(|error| Error::Internal(format!("the system's random numbers failed: {error}")))?;
        Ok(Generated {
            secret: key.to_bytes().to_vec().into(),
            public: key.verifying_key().to_sec1_point(false).as_bytes().to_vec(),
        })
    },
};

struct Ecdsa<K> {
    key: K,
    scheme: scheme::Ecdsa,
}

impl Sign for Ecdsa<SigningKey> {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let digest = widened(&self.scheme.digest.of(data)?);
        let (signature, id) = match self.scheme.nonce {
            Nonce::Deterministic => self.key.sign_prehash_recoverable(&digest),
            Nonce::Hedged => self
                .key
                .sign_prehash_recoverable_with_rng(&mut getrandom::SysRng, &digest)
                .map_err(|_| FAILED)?,
        };
        ecdsa::write_fixed(&signature.to_bytes(), id.to_byte(), self.scheme.encoding, out).ok_or(FAILED)
    }
}

impl Verify for Ecdsa<VerifyingKey> {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        let mut fixed = [0; 64];
        let Ok(digest) = self.scheme.digest.of(data) else {
            return false;
        };
        let Some(id) = ecdsa::read_fixed(signature, self.scheme.encoding, &mut fixed) else {
            return false;
        };
        let Ok(signature) = Signature::from_slice(&fixed) else {
            return false;
        };
        let digest = widened(&digest);
        match id {
            None => self.key.verify_prehash(&digest, &signature.normalize_s()).is_ok(),
            Some(id) => RecoveryId::from_byte(id).is_some_and(|id| {
                VerifyingKey::recover_from_prehash(&digest, &signature, id).is_ok_and(|key| key == self.key)
            }),
        }
    }
}

/// The crate refuses digests of less than half the order and pads shorter ones on the wrong side; as a
/// number of full length every digest means the same to it as to FIPS 186-5 section 6.4.1.
fn widened(digest: &Digest) -> Vec<u8> {
    let digest = digest.as_slice();
    let mut wide = vec![0; 32_usize.saturating_sub(digest.len())];
    wide.extend_from_slice(digest);
    wide
}
