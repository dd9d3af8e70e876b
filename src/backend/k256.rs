//! k256: ECDSA on secp256k1 in Rust, with s always low.

use k256::{
    ecdsa::{
        Signature, SigningKey, VerifyingKey,
        signature::hazmat::{PrehashVerifier as _, RandomizedPrehashSigner as _},
    },
    elliptic_curve::Generate as _,
};

use super::{Backend, Generated, Refusal, Sign, Verify};
use crate::{
    encoding::ecdsa,
    error::Error,
    scheme::{EcdsaEncoding, Hash, Scheme},
};

const NAME: &str = "k256";
const FAILED: Error = Error::SigningFailed(NAME);

/// The nonce is that of RFC 6979 with fresh randomness mixed in.
pub static ECDSA: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        let Scheme::Ecdsa { hash, encoding } = *scheme else {
            return Err(Refusal::Unsupported);
        };
        let key = SigningKey::from_slice(key.secret_bytes()?).map_err(|_| Refusal::Unsupported)?;
        Ok(Box::new(Ecdsa { key, hash, encoding }))
    },
    verify: |key, scheme| {
        let Scheme::Ecdsa { hash, encoding } = *scheme else {
            return Err(Refusal::Unsupported);
        };
        let key = VerifyingKey::from_sec1_bytes(key.public_bytes()).map_err(|_| Refusal::Unsupported)?;
        Ok(Box::new(Ecdsa { key, hash, encoding }))
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
    hash: Hash,
    encoding: EcdsaEncoding,
}

impl Sign for Ecdsa<SigningKey> {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let digest = widened(self.hash, data);
        let signature: Signature = self
            .key
            .sign_prehash_with_rng(&mut getrandom::SysRng, &digest)
            .map_err(|_| FAILED)?;
        ecdsa::write_p1363(&signature.normalize_s().to_bytes(), self.encoding, out).ok_or(FAILED)
    }
}

impl Verify for Ecdsa<VerifyingKey> {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        let mut fixed = [0; 64];
        ecdsa::read_p1363(signature, self.encoding, &mut fixed)
            && Signature::from_slice(&fixed).is_ok_and(|signature| {
                self.key
                    .verify_prehash(&widened(self.hash, data), &signature.normalize_s())
                    .is_ok()
            })
    }
}

/// The crate refuses digests of less than half the order and pads shorter ones on the wrong side; as a
/// number of full length every digest means the same to it as to FIPS 186-5 section 6.4.1.
fn widened(hash: Hash, data: &[u8]) -> Vec<u8> {
    let digest = hash.digest(data);
    let digest = digest.as_slice();
    let mut wide = vec![0; 32_usize.saturating_sub(digest.len())];
    wide.extend_from_slice(digest);
    wide
}
