/** Plain `http:` is for installations that allow private networks; egress then looks at the address. */
export function isAllowedEndpoint(
  endpoint: string,
  { allowPrivateNetworks }: { allowPrivateNetworks: readonly string[] },
): boolean {
  return endpoint.startsWith('https:') || allowPrivateNetworks.length > 0;
}
