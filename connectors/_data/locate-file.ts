/** A file that ships beside a connector: `hetzner.witnesses.yaml`. */
export function locateShippedFile(id: string, name: string): URL {
  // The same way from connectors/_data/ and from dist/chunks/.
  return new URL(`../../connectors/${id}/${name}`, import.meta.url)
}
