import { callbackPath } from '../../runtime/create-runtime.ts'
import type { DoctorFinding } from './doctor-finding.ts'

/** Whether people and vendors can reach the service at its public URL. */
export function examinePublicUrl(publicUrl: string | undefined): DoctorFinding {
  const id = 'public-url'
  if (publicUrl === undefined)
    return {
      id,
      level: 'note',
      says: 'Not looked at: it was not given.',
      advice: 'Name the URL that "serve --public-url" has by --public-url.',
    }
  const wrong = (says: string, advice: string): DoctorFinding => ({ id, level: 'problem', says, advice })
  const url = URL.parse(publicUrl)
  if (!url || !/^https?:$/.test(url.protocol))
    return wrong('It is no http or https URL.', 'Give one such as https://checks.example.com.')
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return wrong('It has a query, a fragment or a user name.', 'Give it without, such as https://checks.example.com.')
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !isLoopback)
    return wrong(
      `${url.origin} is not https: sign-ins and API keys could be read on the way, and vendors refuse it as a redirect URI.`,
      'Put TLS in front, and give the https URL.',
    )
  const callback = `${url.href.replace(/\/$/, '')}${callbackPath}`
  if (isLoopback)
    return {
      id,
      level: 'warning',
      says: `${url.origin} is this machine alone: nobody else can connect an account. Redirect URI: ${callback}`,
      advice: 'Give the URL that people reach the service by.',
    }
  return { id, level: 'ok', says: `Redirect URI to register at vendors: ${callback}` }
}
