import { hash } from 'node:crypto'

/**
 * Makes UUIDs that follow from names in one namespace (UUIDv5, RFC 9562 §5.5): the same name has the same id wherever and whenever it
 * is made. A run makes one for each result, so that the namespace and the name are hashed from bytes that all calls share.
 * @param namespace a UUID
 * @returns the function that makes the id of a name
 */
export function nameUuids(namespace: string): (name: string) => string {
  const prefix = Buffer.from(namespace.replaceAll('-', ''), 'hex')
  let hashed = Buffer.concat([prefix], 4 * 1024)
  return (name) => {
    // Three bytes are the most that one UTF-16 unit takes in UTF-8.
    const needed = prefix.length + name.length * 3
    if (hashed.length < needed) hashed = Buffer.concat([prefix], needed * 2)
    const length = prefix.length + hashed.write(name, prefix.length)
    return formatVersion5(hash('sha1', hashed.subarray(0, length), 'hex'))
  }
}

function formatVersion5(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  const part = (from: number, to: number) => hex.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-5${part(13, 16)}-${variant}${part(17, 20)}-${part(20, 32)}`
}
