import type { Runtime } from '../../src/things/runtime/runtime.ts'
import { startServed } from './served.ts'

interface HostPage {
  /** The page, of another site than the service: a name in place of the address. */
  readonly url: string
  /** Answers from now on, as a host's own server with an API key. */
  serve(service: { readonly runtime: Runtime; readonly url: string }): Promise<void>
}

/** A page as a host makes it, on a server of its own: a button, our script, and what it hears. */
export async function startHostPage(): Promise<HostPage> {
  const server = await startServed()
  const url = server.url.replace('127.0.0.1', 'localhost')
  return {
    url,
    serve: async ({ runtime, url: service }) => {
      const { key } = await runtime.apiKeys.create({
        organizationId: 'acme',
        name: 'host',
        scopes: ['integrations:read', 'integrations:write'],
      })
      server.answer(async (request) => {
        const { pathname, search } = new URL(request.url)
        if (pathname === '/session') {
          const connectors = new URLSearchParams(search).getAll('connector')
          return fetch(`${service}/v1/integrations/connect-sessions`, {
            method: 'POST',
            headers: { 'x-api-key': key, 'content-type': 'application/json' },
            body: JSON.stringify({
              origin: url,
              userId: 'usr_7',
              connectors: connectors.length > 0 ? connectors : undefined,
            }),
          })
        }
        const content = pathname === '/frame' ? framePage(search.slice(1)) : connectPage(service, search)
        return new Response(content, { headers: { 'content-type': 'text/html' } })
      })
    },
  }
}

function connectPage(service: string, search: string): string {
  return `<!doctype html><html lang="en"><title>Host</title><h1>Host</h1><button>Connect a system</button><pre id="heard"></pre>
<script src="${service}/connect.js"></script>
<script>
  const heard = []
  const note = (line) => {
    heard.push(line)
    document.getElementById('heard').textContent = JSON.stringify(heard)
  }
  document.querySelector('button').addEventListener('click', async () => {
    const { token, id } = await (await fetch('/session${search}')).json()
    note({ asked: id, token })
    Checkwright.connect({ token, onConnected: (made) => note(made), onClose: () => note('closed') })
  })
</script></html>`
}

function framePage(source: string): string {
  return `<!doctype html><html lang="en"><title>Host</title><iframe title="Framed" width="900" height="600" src="${decodeURIComponent(source)}"></iframe></html>`
}
