/** Programs that verify `postrider-signature`, for the languages that most endpoints are written in. */
export const verifierSnippets = {
  TypeScript: `import { verifyWebhook } from 'postrider/webhooks';

export async function receive(request: Request): Promise<Response> {
  const result = await verifyWebhook({ body: request, secret: process.env.POSTRIDER_WEBHOOK_SECRET });
  if (!result.ok) return new Response(null, { status: 401 });
  console.log(result.event.type, result.deliveryId);
  return new Response(null, { status: 204 });
}`,
  Python: `import hashlib, hmac, time

def is_genuine(header: str, body: bytes, secret: str) -> bool:
    parts = [part.partition("=") for part in header.split(",")]
    signed_at = next((value for name, _, value in parts if name == "t"), "")
    if not signed_at.isdigit() or abs(time.time() - int(signed_at)) > 300:
        return False
    signed = signed_at.encode() + b"." + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return any(
        hmac.compare_digest(expected, value) for name, _, value in parts if name == "v1"
    )`,
  Go: `func isGenuine(header string, body []byte, secret string) bool {
	var signedAt string
	var signatures []string
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(part, "=")
		if name == "t" {
			signedAt = value
		} else if name == "v1" {
			signatures = append(signatures, value)
		}
	}
	seconds, err := strconv.ParseInt(signedAt, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(signedAt + "."))
	mac.Write(body)
	expected := hex.EncodeToString(mac.Sum(nil))
	for _, signature := range signatures {
		if hmac.Equal([]byte(expected), []byte(signature)) {
			return true
		}
	}
	return false
}`,
  PHP: `function is_genuine(string $header, string $body, string $secret): bool {
    $signedAt = '';
    $signatures = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', $part, 2) + [1 => ''];
        if ($name === 't') $signedAt = $value;
        if ($name === 'v1') $signatures[] = $value;
    }
    if (!ctype_digit($signedAt) || abs(time() - (int) $signedAt) > 300) return false;
    $expected = hash_hmac('sha256', "$signedAt.$body", $secret);
    foreach ($signatures as $signature) {
        if (hash_equals($expected, $signature)) return true;
    }
    return false;
}`,
  Ruby: `require 'openssl'

def genuine?(header, body, secret)
  parts = header.split(',').map { |part| part.split('=', 2) }
  signed_at = parts.assoc('t')&.last.to_s
  return false unless signed_at.match?(/\\A\\d+\\z/)
  return false if (Time.now.to_i - signed_at.to_i).abs > 300
  expected = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{signed_at}.#{body}")
  parts.any? do |name, value|
    name == 'v1' && OpenSSL.secure_compare(expected, value.to_s)
  end
end`,
} as const;
