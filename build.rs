//! Links the addon so that it exports one symbol and stays loaded, and tells it its libraries' versions.

use std::{env, fs, path::Path};

/// A backend's name in the table, and the package of Cargo.lock that carries its code.
const BACKENDS: &[(&str, &str)] = &[
    ("aws-lc", "aws-lc-sys"),
    ("openssl", "openssl-src"),
    ("ring", "ring"),
    ("rsa", "rsa"),
    ("secp256k1", SECP256K1_SYS),
    ("k256", "k256"),
    ("ed25519-dalek", "ed25519-dalek"),
    ("ed25519-zebra", "ed25519-zebra"),
    ("schnorrkel", "schnorrkel"),
    ("blst", "blst"),
];

const SECP256K1_SYS: &str = "secp256k1-sys";

/// What secp256k1-sys marks `#[no_mangle]`, after its prefix.
const EXPORTS_OF_SECP256K1: [&str; 4] = [
    "context_create",
    "context_destroy",
    "default_error_callback_fn",
    "default_illegal_callback_fn",
];

fn main() {
    napi_build::setup();
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=Cargo.lock");
    let lock = fs::read_to_string("Cargo.lock").expect("Cargo.lock is committed");
    let versions: Vec<_> = BACKENDS
        .iter()
        .map(|(name, package)| format!("{name} {}", upstream(&version(&lock, package))))
        .collect();
    println!(
        "cargo:rustc-env=FERROSIGN_BACKEND_VERSIONS={}",
        versions.join(";")
    );

    let target = env::var("TARGET").expect("cargo sets TARGET");
    if target.contains("linux") {
        // A worker that ends unloads its addons, but our threads live on: the code must stay mapped.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
    if target == "x86_64-unknown-linux-gnu" {
        // rustc links this target with LLD, which lets a second version script take back what rustc's own
        // exports; GNU ld, the linker of the other Linux targets, refuses a second one.
        hide(&format!(
            "rustsecp256k1_v{}",
            minor(&version(&lock, SECP256K1_SYS)).replace('.', "_")
        ));
    }
}

/// Keeps the C library's symbols out of the addon's exports, where another addon's copy could meet them.
fn hide(prefix: &str) {
    let names: String = EXPORTS_OF_SECP256K1
        .iter()
        .map(|name| format!("{prefix}_{name}; "))
        .collect();
    let script = Path::new(&env::var("OUT_DIR").expect("cargo sets OUT_DIR")).join("exports.map");
    fs::write(&script, format!("{{ local: {names}}};")).expect("OUT_DIR is writable");
    println!(
        "cargo:rustc-cdylib-link-arg=-Wl,--version-script={}",
        script.display()
    );
}

fn version(lock: &str, package: &str) -> String {
    lock.split("[[package]]")
        .find_map(|entry| {
            let entry = entry
                .trim_start()
                .strip_prefix(&format!("name = \"{package}\"\n"))?;
            entry.strip_prefix("version = \"")?.split('"').next()
        })
        .unwrap_or_else(|| panic!("Cargo.lock has no {package}"))
        .to_owned()
}

/// `300.6.1+3.6.3` packages OpenSSL 3.6.3.
fn upstream(version: &str) -> &str {
    version.split_once('+').map_or(version, |(_, upstream)| upstream)
}

fn minor(version: &str) -> &str {
    version.rsplit_once('.').map_or(version, |(minor, _)| minor)
}
