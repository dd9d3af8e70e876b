# frozen_string_literal: true

# Signs tokens with an empty payload for ruby-jwt.js: `ruby ruby-jwt.rb openssl|rbnacl ALGORITHM`. The first line in is
# the key, the first line out a token; then each line in is "milliseconds calls", the least that a sample must have, and
# each line out the sample.

require 'json'
require 'openssl'

if ARGV[0] == 'versions'
  require 'jwt'
  rbnacl = begin
    require 'rbnacl'
    "RbNaCl #{RbNaCl::VERSION}"
  rescue LoadError
    'no RbNaCl'
  end
  puts "#{JWT::VERSION::STRING} (Ruby #{RUBY_VERSION}, #{OpenSSL::OPENSSL_LIBRARY_VERSION}, #{rbnacl})"
  exit
end

$stdout.sync = true
libraries, algorithm = ARGV

# ruby-jwt takes RbNaCl where it finds it loaded.
require 'rbnacl' if libraries == 'rbnacl'
require 'jwt'

def load_key(given, algorithm)
  return [given['secret']].pack('H*') if given['secret']
  return OpenSSL::PKey.read(given['pem']) unless algorithm == 'EdDSA'

  # The seed is the last 32 bytes of the PKCS#8 form (RFC 8410).
  der = given['pem'].lines.grep_v(/-----/).join.unpack1('m')
  RbNaCl::Signatures::Ed25519::SigningKey.new(der[-32..])
end

through_rbnacl = %w[HS256 HS512256 EdDSA].include?(algorithm)
reason =
  if libraries == 'rbnacl' && !through_rbnacl
    'ruby-jwt does not do it through RbNaCl'
  elsif libraries == 'openssl' && %w[HS512256 EdDSA].include?(algorithm)
    'ruby-jwt does it through RbNaCl only'
  end

given = JSON.parse($stdin.gets)
begin
  key = load_key(given, algorithm) unless reason
  token = JWT.encode({}, key, algorithm) unless reason
rescue LoadError, StandardError => e
  reason = e.message
end
puts JSON.generate(reason ? { reason: reason } : { token: token })
exit if reason

while (line = $stdin.gets)
  milliseconds, least_calls = line.split.map(&:to_f)
  calls = 0
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
  loop do
    16.times { JWT.encode({}, key, algorithm) }
    calls += 16
    elapsed = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - start
    next if elapsed < milliseconds * 1e6 || calls < least_calls

    puts JSON.generate({ calls: calls, nanoseconds: elapsed })
    break
  end
end
