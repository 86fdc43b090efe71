// Signs a playback address of Kinora: go run sign.go ADDRESS EXPIRES [PREFIX [NAME=VALUE…]]
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"sort"
	"strings"
)

// signAddress signs the address alone, or all below a prefix; expires is in unix seconds.
// Conditions are client_ip, geo_allow and geo_block, as they are signed.
func signAddress(address, keyID, secret, expires, prefix string, conditions map[string]string) (string, error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	covered := parsed.EscapedPath()
	query := []string{"x_key_id=" + keyID, "x_expires=" + expires}
	if prefix != "" {
		covered = prefix
		query = append(query, "x_path_prefix="+prefix)
	}
	lines := []string{"GET", strings.ToLower(parsed.Host), covered}
	names := make([]string, 0, len(conditions))
	for name := range conditions {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		lines = append(lines, name+":"+conditions[name])
		value := url.QueryEscape(conditions[name])
		if name == "client_ip" {
			value = "1"
		}
		query = append(query, "x_"+name+"="+value)
	}
	digest := hmac.New(sha256.New, []byte(secret))
	digest.Write([]byte(strings.Join(append(lines, expires), "\n")))
	query = append(query, "x_signature="+base64.RawURLEncoding.EncodeToString(digest.Sum(nil)))
	mark := "?"
	if parsed.RawQuery != "" {
		mark = "&"
	}
	return address + mark + strings.Join(query, "&"), nil
}

func main() {
	arguments := append(os.Args[1:], "", "", "")
	conditions := map[string]string{}
	for _, condition := range arguments[3:] {
		if name, value, found := strings.Cut(condition, "="); found {
			conditions[name] = value
		}
	}
	keyID, secret := os.Getenv("KINORA_KEY_ID"), os.Getenv("KINORA_KEY_SECRET")
	signed, err := signAddress(arguments[0], keyID, secret, arguments[1], arguments[2], conditions)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(signed)
}
