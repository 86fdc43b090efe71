<?php
// Signs a playback address of Kinora: php sign.php ADDRESS EXPIRES [PREFIX [NAME=VALUE…]]
declare(strict_types=1);

/**
 * Signs the address alone, or all below a prefix; $expires is in unix seconds.
 *
 * @param array<string, string> $conditions client_ip, geo_allow and geo_block, as they are signed
 */
function sign_address(
    string $address,
    string $keyId,
    string $secret,
    int $expires,
    string $prefix = '',
    array $conditions = []
): string {
    $url = parse_url($address);
    $host = strtolower($url['host']) . (isset($url['port']) ? ":{$url['port']}" : '');
    $lines = ['GET', $host, $prefix !== '' ? $prefix : $url['path']];
    $query = ["x_key_id=$keyId", "x_expires=$expires"];
    if ($prefix !== '') {
        $query[] = "x_path_prefix=$prefix";
    }
    ksort($conditions);
    foreach ($conditions as $name => $value) {
        $lines[] = "$name:$value";
        $query[] = "x_$name=" . ($name === 'client_ip' ? '1' : rawurlencode($value));
    }
    $lines[] = (string) $expires;
    $digest = hash_hmac('sha256', implode("\n", $lines), $secret, true);
    $query[] = 'x_signature=' . rtrim(strtr(base64_encode($digest), '+/', '-_'), '=');
    return $address . (isset($url['query']) ? '&' : '?') . implode('&', $query);
}

$conditions = [];
foreach (array_slice($argv, 4) as $condition) {
    [$name, $value] = explode('=', $condition, 2);
    $conditions[$name] = $value;
}
$keyId = getenv('KINORA_KEY_ID');
$secret = getenv('KINORA_KEY_SECRET');
echo sign_address($argv[1], $keyId, $secret, (int) $argv[2], $argv[3] ?? '', $conditions), "\n";
