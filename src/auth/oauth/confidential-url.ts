/** Whether secrets may be sent to the URL: over https, or within this machine. */
export function isConfidential({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
