//! Keys in PEM (RFC 7468 and OpenSSL's headers), read as tolerantly as OpenSSL reads them.

use pem::{EncodeConfig, LineEnding, Pem};
use zeroize::Zeroizing;

use super::{Structure, Unlock, as_kind, der, encrypted};
use crate::{
    error::Error,
    key::{Key, Kind},
};

/// What the label of a PEM block says about its content.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Private(Structure),
    Public(Structure),
    Certificate,
}

const LABELS: [(&str, Content); 9] = [
    ("PRIVATE KEY", Content::Private(Structure::Pkcs8)),
    ("ENCRYPTED PRIVATE KEY", Content::Private(Structure::Pkcs8)),
    ("RSA PRIVATE KEY", Content::Private(Structure::Pkcs1)),
    ("EC PRIVATE KEY", Content::Private(Structure::Sec1)),
    ("PUBLIC KEY", Content::Public(Structure::Spki)),
    ("RSA PUBLIC KEY", Content::Public(Structure::Pkcs1)),
    ("CERTIFICATE", Content::Certificate),
    ("X509 CERTIFICATE", Content::Certificate),
    ("TRUSTED CERTIFICATE", Content::Certificate),
];

/// The first key of `text` that fits `wanted`; a private key or a certificate gives a public one.
pub fn read(text: &[u8], wanted: Kind, unlock: Unlock<'_>) -> Result<Key, Error> {
    let text = unescape(text);
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        return Err(Error::invalid_key(not_found(&text, &[], wanted)));
    }
    let mut labels = Vec::new();
    for block in Blocks(&text) {
        let label = block.label();
        let content = LABELS
            .iter()
            .find(|(name, _)| *name == label)
            .map(|(_, content)| *content);
        match (content, wanted) {
            (Some(Content::Private(structure)), _) => {
                return as_kind(read_private_block(&block, structure, unlock)?, wanted);
            }
            (Some(Content::Public(structure)), Kind::Public) => {
                return der::read_public(&block.parse()?.into_contents(), Some(structure));
            }
            (Some(Content::Certificate), Kind::Public) => {
                return der::read_certificate(&block.parse()?.into_contents());
            }
            _ => labels.push(label.to_owned()),
        }
    }
    Err(Error::invalid_key(not_found(&text, &labels, wanted)))
}

fn read_private_block(block: &Block<'_>, structure: Structure, unlock: Unlock<'_>) -> Result<Key, Error> {
    let pem = block.parse()?;
    if pem
        .headers()
        .get("Proc-Type")
        .is_some_and(|kind| kind.contains("ENCRYPTED"))
    {
        let plain = encrypted::decrypt_traditional(block.text.as_bytes(), unlock)?;
        return der::read_private(&plain, Some(Structure::Pkcs8), unlock);
    }
    let contents = Zeroizing::new(pem.into_contents());
    // OpenSSL looks past a label that says PKCS#1 over PKCS#8, which some tools write.
    der::read_private(&contents, Some(structure), unlock).or_else(|error| match error {
        Error::InvalidKey(_) => der::read_private(&contents, None, unlock).map_err(|_| error),
        other => Err(other),
    })
}

/// Writes `key` as node does: lines of 64, a line feed at the end of each.
pub fn write(key: &Key, structure: Structure) -> Result<String, Error> {
    let label = match (structure, key.kind) {
        (Structure::Sec1, _) => "EC PRIVATE KEY",
        (Structure::Pkcs1, Kind::Public) => "RSA PUBLIC KEY",
        (Structure::Pkcs1, _) => "RSA PRIVATE KEY",
        (Structure::Spki, _) => "PUBLIC KEY",
        (Structure::Pkcs8, _) => "PRIVATE KEY",
    };
    let der = der::write(key, structure)?;
    Ok(encode(label, &der))
}

/// PEM around `der`.
pub fn encode(label: &str, der: &[u8]) -> String {
    pem::encode_config(
        &Pem::new(label, der),
        EncodeConfig::new().set_line_ending(LineEnding::LF),
    )
}

/// The DER inside one PEM block.
pub fn decode(text: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
    pem::parse(text)
        .map(|pem| Zeroizing::new(pem.into_contents()))
        .map_err(|error| Error::Internal(error.to_string()))
}

/// A PEM that went through an environment variable has `\n` in two characters; JSON leaves it so too.
fn unescape(text: &[u8]) -> Zeroizing<String> {
    let text = String::from_utf8_lossy(text);
    Zeroizing::new(if text.contains("\\n") {
        text.replace("\\r", "").replace("\\n", "\n")
    } else {
        text.into_owned()
    })
}

/// A PEM block before its base64 is looked at: a damaged neighbour does not spoil it.
struct Block<'a> {
    text: &'a str,
}

impl Block<'_> {
    fn label(&self) -> &str {
        self.text[BEGIN.len()..].split("-----").next().unwrap_or_default()
    }

    fn parse(&self) -> Result<Pem, Error> {
        pem::parse(self.text).map_err(|_| {
            Error::invalid_key(format!(
                "the base64 of the PEM block '{}' is damaged",
                self.label()
            ))
        })
    }
}

const BEGIN: &str = "-----BEGIN ";

struct Blocks<'a>(&'a str);

impl<'a> Iterator for Blocks<'a> {
    type Item = Block<'a>;

    fn next(&mut self) -> Option<Block<'a>> {
        loop {
            let start = self.0.find(BEGIN)?;
            let rest = &self.0[start..];
            let label_end = rest[BEGIN.len()..].find("-----")? + BEGIN.len();
            let closing = format!("-----END {}-----", &rest[BEGIN.len()..label_end]);
            let Some(end) = rest.find(&closing) else {
                self.0 = &rest[BEGIN.len()..];
                continue;
            };
            let (text, after) = rest.split_at(end + closing.len());
            self.0 = after;
            return Some(Block { text });
        }
    }
}

/// Says what was received instead: that is what helps the person who reads the message.
fn not_found(text: &str, labels: &[String], wanted: Kind) -> String {
    let wanted = wanted.name();
    let trimmed = text.trim_start_matches('\u{feff}').trim();
    if !labels.is_empty() {
        return format!("no {wanted} key in this PEM; it holds: {}", labels.join(", "));
    }
    if trimmed.is_empty() {
        return format!("a PEM {wanted} key was expected, but the input is empty");
    }
    if trimmed.starts_with('{') {
        return format!(
            "a PEM {wanted} key was expected, but the input looks like JSON (of a service account, pass its private_key; a JWK, parsed, with format: 'jwk')"
        );
    }
    if trimmed.starts_with("ssh-") {
        return format!("a PEM {wanted} key was expected, but the input is an OpenSSH public key line");
    }
    if trimmed.contains(BEGIN) {
        return format!(
            "a PEM {wanted} key was expected, but its END line is missing or differs from its BEGIN line"
        );
    }
    format!("a PEM {wanted} key was expected, but the input has no '-----BEGIN' line")
}
