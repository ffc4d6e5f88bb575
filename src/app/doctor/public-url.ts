import { trimSlashes } from '../../text/trim-slashes.ts'
import { callbackPath } from '../../things/runtime/create-runtime.ts'
import type { DoctorFinding } from './doctor-finding.ts'

/** Whether people and vendors can reach the service at its public URL. */
export function examinePublicUrl(publicUrl: string | undefined): DoctorFinding {
  const id = 'public-url'
  if (publicUrl === undefined)
    return {
      id,
      level: 'note',
      says: 'Not examined, because you did not give it.',
      advice: 'Add --public-url with the URL that "serve --public-url" has.',
    }
  const wrong = (says: string, advice: string): DoctorFinding => ({ id, level: 'problem', says, advice })
  const url = URL.parse(publicUrl)
  if (!url || !/^https?:$/.test(url.protocol))
    return wrong('It is not an http or https URL.', 'Give a URL such as https://checks.example.com.')
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return wrong(
      'It has a query, a fragment or a user name.',
      'Give it without these, such as https://checks.example.com.',
    )
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !isLoopback)
    return wrong(
      `${url.origin} is not https. Others could read sign-ins and API keys, and vendors refuse it as a redirect URI.`,
      'Put TLS in front, and give the https URL.',
    )
  const callback = `${trimSlashes(url.href)}${callbackPath}`
  if (isLoopback)
    return {
      id,
      level: 'warning',
      says: `${url.origin} is reachable only from this machine, so people on other machines cannot connect an account. Redirect URI: ${callback}`,
      advice: 'Give the URL at which people reach the service.',
    }
  return { id, level: 'ok', says: `Redirect URI to register at vendors: ${callback}` }
}
