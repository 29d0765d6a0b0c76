/** How a receiver verifies `Svc-Signature`, in the languages in which most receivers are written. */
export const snippets: Record<string, string> = {
  Node: `const crypto = require('node:crypto');

function verify(secret, header, body, now = Date.now() / 1000) {
  const parts = Object.fromEntries(header.split(',').map((part) => part.split('=', 2)));
  const expected = crypto.createHmac('sha256', secret).update(\`\${parts.t}.\`).update(body).digest();
  const given = Buffer.from(parts.v1 ?? '', 'hex');
  return given.length === expected.length && crypto.timingSafeEqual(given, expected)
    && Math.abs(now - Number(parts.t)) <= 300;
}`,
  Python: `import hashlib, hmac, time

def verify(secret: str, header: str, body: bytes) -> bool:
    parts = dict(part.split("=", 1) for part in header.split(","))
    expected = hmac.new(secret.encode(), parts["t"].encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, parts["v1"]) and abs(time.time() - int(parts["t"])) <= 300`,
  PHP: `function verify(string $secret, string $header, string $body): bool {
    parse_str(str_replace(',', '&', $header), $parts);
    $expected = hash_hmac('sha256', $parts['t'] . '.' . $body, $secret);
    return hash_equals($expected, $parts['v1']) && abs(time() - (int) $parts['t']) <= 300;
}`,
  Shell: `# verify.sh SECRET HEADER < body
t=\${2#t=}; t=\${t%%,*}; v1=\${2#*v1=}
expected=$({ printf '%s.' "$t"; cat; } | openssl dgst -sha256 -hmac "$1" | sed 's/.* //')
now=$(date +%s)
[ "$expected" = "$v1" ] && [ $((now - t)) -le 300 ] && [ $((t - now)) -le 300 ]`,
};
