//! A signer or verifier, resolved once, and what is called synchronously with many.

use std::sync::Arc;

use napi::{
    Env,
    bindgen_prelude::{Buffer, External, Function},
};
use napi_derive::napi;

use super::{function, key::KeyHandle, thrown};
use crate::{
    aggregate,
    backend::{Sign, Verify, blst, secp256k1},
    batch::{Batch, Spans, Work},
    error::Error,
    key::Key,
    scheme::{Digesting, Hash, Purpose, Scheme, SchemeOptions},
    table, threads,
};

type Result<T> = std::result::Result<T, napi::Error<Error>>;

#[derive(Clone)]
pub struct Signer {
    pub sign: Arc<dyn Sign>,
    /// The longest signature, in bytes.
    pub max_length: usize,
    /// Of one signature, in microseconds as the table has it.
    pub cost: u32,
}

#[derive(Clone)]
pub struct Verifier {
    pub verify: Arc<dyn Verify>,
    /// Of one verification, in microseconds as the table has it.
    pub cost: u32,
}

pub type SignerHandle = External<Signer>;
pub type VerifierHandle = External<Verifier>;

#[napi(object, object_to_js = false)]
pub struct LoadOptions {
    pub padding: Option<i32>,
    pub salt_length: Option<i32>,
    pub dsa_encoding: Option<String>,
    pub mgf1_hash_algorithm: Option<String>,
    pub allow_insecure_key_sizes: bool,
    pub context: Option<Buffer>,
    pub external_mu: Option<bool>,
    pub ed25519: Option<String>,
    /// Of BLS.
    pub scheme: Option<String>,
    /// The signature is one that proves possession of a BLS key.
    pub possession: Option<bool>,
    pub backend: Option<String>,
    pub prehashed: Option<bool>,
    pub nonce: Option<String>,
    pub low_s: Option<bool>,
    pub recoverable: Option<bool>,
    pub aux_rand: Option<Buffer>,
}

impl LoadOptions {
    fn scheme(&self) -> SchemeOptions<'_> {
        SchemeOptions {
            padding: self.padding,
            salt_length: self.salt_length,
            dsa_encoding: self.dsa_encoding.as_deref(),
            mgf1_hash: self.mgf1_hash_algorithm.as_deref(),
            allow_insecure_key_sizes: self.allow_insecure_key_sizes,
            prehashed: self.prehashed == Some(true),
            nonce: self.nonce.as_deref(),
            low_s: self.low_s == Some(true),
            recoverable: self.recoverable == Some(true),
            aux_rand: self.aux_rand.as_deref(),
            context: self.context.as_deref(),
            external_mu: self.external_mu == Some(true),
            ed25519: self.ed25519.as_deref(),
            scheme: self.scheme.as_deref(),
            possession: self.possession == Some(true),
        }
    }
}

impl LoadOptions {
    /// What the table says of the library that it ranks first; of one by name it says nothing.
    fn cost(&self, cost: u32) -> u32 {
        if self.backend.is_some() { u32::MAX } else { cost }
    }
}

#[napi(object, object_from_js = false)]
pub struct LoadedSigner<'env> {
    pub handle: SignerHandle,
    /// `(data, out) => length`.
    pub sign: Function<'env, (), u32>,
    pub max_length: u32,
    pub cost: u32,
    pub backend: String,
}

#[napi(catch_unwind)]
pub fn load_signer<'env>(
    env: &'env Env,
    key: &KeyHandle,
    algorithm: Option<String>,
    options: LoadOptions,
) -> Result<LoadedSigner<'env>> {
    let load = || -> std::result::Result<_, Error> {
        key.secret_bytes()?;
        let scheme = Scheme::resolve(key, algorithm.as_deref(), &options.scheme(), Purpose::Sign)?;
        let (sign, backend) = key.signer(&scheme, options.backend.as_deref())?;
        let signer = Signer {
            sign: sign.into(),
            max_length: scheme.max_signature(key),
            cost: options.cost(key.sign_cost()),
        };
        Ok((signer, backend))
    };
    let (signer, backend) = load().map_err(thrown)?;
    Ok(LoadedSigner {
        max_length: signer.max_length as u32,
        cost: signer.cost,
        backend: backend.into(),
        sign: function::signing(env, signer.clone()).map_err(internal)?,
        handle: External::new(signer),
    })
}

#[napi(object, object_from_js = false)]
pub struct LoadedVerifier<'env> {
    pub handle: VerifierHandle,
    /// `(data, signature) => boolean`.
    pub verify: Function<'env, (), bool>,
    pub cost: u32,
    pub backend: String,
}

#[napi(catch_unwind)]
pub fn load_verifier<'env>(
    env: &'env Env,
    key: &KeyHandle,
    algorithm: Option<String>,
    options: LoadOptions,
) -> Result<LoadedVerifier<'env>> {
    let load = || -> std::result::Result<_, Error> {
        let scheme = Scheme::resolve(key, algorithm.as_deref(), &options.scheme(), Purpose::Verify)?;
        key.verifier(&scheme, options.backend.as_deref())
    };
    let (verifier, backend) = load().map_err(thrown)?;
    let verifier = Verifier {
        verify: verifier.into(),
        cost: options.cost(key.verify_cost()),
    };
    Ok(LoadedVerifier {
        backend: backend.into(),
        cost: verifier.cost,
        verify: function::verifying(env, Arc::clone(&verifier.verify)).map_err(internal)?,
        handle: External::new(verifier),
    })
}

fn internal(error: napi::Error) -> napi::Error<Error> {
    thrown(Error::Internal(error.reason.clone()))
}

/// The public key that made an ECDSA signature on secp256k1: r || s with its recovery id.
#[napi(catch_unwind)]
pub fn recover_public_key(
    data: &[u8],
    signature: &[u8],
    recovery_id: u32,
    hash: String,
    prehashed: bool,
) -> Result<KeyHandle> {
    let recover = || -> std::result::Result<_, Error> {
        let digest = Digesting {
            hash: Hash::parse(&hash)?,
            prehashed,
        }
        .of(data)?;
        let none =
            || Error::InvalidArgument("No public key makes this signature with this recovery id".into());
        let signature = signature.try_into().map_err(|_| none())?;
        let id = u8::try_from(recovery_id).map_err(|_| none())?;
        let point = secp256k1::recover(&digest, signature, id).ok_or_else(none)?;
        Key::public(table::by_curve_name(table::SECP256K1_NAME)?, &point)
    };
    recover().map(|key| External::new(Arc::new(key))).map_err(thrown)
}

/// Signs every message of `data`, on all cores. The results are laid out as [`Batch::results`] says.
#[napi(catch_unwind)]
pub fn sign_many(signer: &SignerHandle, data: &[u8], ends: &[u32]) -> Result<Buffer> {
    run(sign_work(signer, data, ends))?
        .results()
        .map(Buffer::from)
        .map_err(thrown)
}

/// Verifies item by item on all cores; `ends` alternates between message and signature.
#[napi(catch_unwind)]
pub fn verify_many(verifiers: Vec<&VerifierHandle>, data: &[u8], ends: &[u32]) -> Result<Buffer> {
    run(verify_work(&verifiers, data, ends))?
        .results()
        .map(Buffer::from)
        .map_err(thrown)
}

/// Whether every item holds; the arguments are those of `verifyMany`.
#[napi(catch_unwind)]
pub fn verify_batch(verifiers: Vec<&VerifierHandle>, data: &[u8], ends: &[u32]) -> Result<bool> {
    run(batch_work(&verifiers, data, ends))?
        .all_good()
        .map_err(thrown)
}

pub fn sign_work(signer: &Signer, data: &[u8], ends: &[u32]) -> Work {
    Work::Sign {
        signer: Arc::clone(&signer.sign),
        messages: spans(data, ends),
        max: signer.max_length,
    }
}

pub fn verify_work(verifiers: &[&VerifierHandle], data: &[u8], ends: &[u32]) -> Work {
    Work::Verify {
        verifiers: verifiers
            .iter()
            .map(|verifier| Arc::clone(&verifier.verify))
            .collect(),
        spans: spans(data, ends),
    }
}

pub fn batch_work(verifiers: &[&VerifierHandle], data: &[u8], ends: &[u32]) -> Work {
    Work::VerifyAll {
        verifiers: verifiers
            .iter()
            .map(|verifier| Arc::clone(&verifier.verify))
            .collect(),
        spans: spans(data, ends),
    }
}

/// Whether one signature is the sum of one by each verifier; see [`AggregateWork`] for the arguments.
#[napi(catch_unwind)]
pub fn verify_aggregate(verifiers: Vec<&VerifierHandle>, data: &[u8], ends: &[u32]) -> Result<bool> {
    AggregateWork::new(&verifiers, data, ends).run().map_err(thrown)
}

/// A verification of one signature by many.
pub struct AggregateWork {
    verifiers: Vec<Arc<dyn Verify>>,
    /// The messages, one for each verifier or one for all, then the signature.
    spans: Spans,
}

impl AggregateWork {
    pub fn new(verifiers: &[&VerifierHandle], data: &[u8], ends: &[u32]) -> Self {
        Self {
            verifiers: verifiers
                .iter()
                .map(|verifier| Arc::clone(&verifier.verify))
                .collect(),
            spans: spans(data, ends),
        }
    }

    pub fn run(&self) -> std::result::Result<bool, Error> {
        let verifiers: Vec<_> = self.verifiers.iter().map(|verifier| &**verifier).collect();
        let mut messages: Vec<_> = self.spans.iter().collect();
        let signature = messages.pop().unwrap_or_default();
        aggregate::verify(&verifiers, &messages, signature)
    }
}

/// The sum of BLS signatures.
#[napi(catch_unwind)]
pub fn aggregate_signatures(data: &[u8], ends: &[u32]) -> Result<Buffer> {
    sum_signatures(&spans(data, ends))
        .map(Buffer::from)
        .map_err(thrown)
}

pub fn sum_signatures(signatures: &Spans) -> std::result::Result<Vec<u8>, Error> {
    blst::aggregate_signatures(&signatures.iter().collect::<Vec<_>>())
}

/// The sum of BLS public keys.
#[napi(catch_unwind)]
pub fn aggregate_public_keys(keys: Vec<&KeyHandle>) -> Result<KeyHandle> {
    let keys: Vec<&Key> = keys.iter().map(|key| &****key).collect();
    blst::aggregate_public_keys(&keys)
        .map(|key| External::new(Arc::new(key)))
        .map_err(thrown)
}

pub fn spans(data: &[u8], ends: &[u32]) -> Spans {
    Spans {
        data: data.to_vec(),
        ends: ends.to_vec(),
    }
}

/// This thread works too, so a batch of one never waits for another.
fn run(work: Work) -> Result<Arc<Batch>> {
    let threads = threads::count();
    let helpers = threads.min(work.items()).saturating_sub(1);
    let batch = Arc::new(Batch::new(work, threads));
    for _ in 0..helpers {
        let batch = Arc::clone(&batch);
        threads::spawn(move || {
            batch.help();
        })
        .map_err(thrown)?;
    }
    batch.help();
    Ok(batch)
}
