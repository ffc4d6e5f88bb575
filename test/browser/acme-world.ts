import { onTestFinished } from 'vitest'
import { createAcmeConnector } from '../../src/app/demo/acme.ts'
import { startDemoVendor } from '../../src/app/demo/vendor.ts'
import { createHost, SignInLinks } from '../../src/app/host/index.ts'
import { authorizeHeadlessly } from '../../src/author/testing/index.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { callbackPath, createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { startServed } from './served.ts'

/** The demo's vendor, a store in memory and the pages, all real and on loopback; Ada is to be signed in by `signInUrl`. */
export async function startAcmeWorld() {
  const server = await startServed()
  const connector = createAcmeConnector()
  const callbackUrl = `${server.url}${callbackPath}`
  // An app that the pages set up has a redirect URI of its own.
  const vendor = await startDemoVendor([callbackUrl, `${callbackUrl}/${connector.id}`])
  onTestFinished(() => vendor[Symbol.asyncDispose]())
  const runtime = await createRuntime({
    connectors: [connector],
    store: 'memory:',
    keys: makeKeyText(),
    publicUrl: server.url,
    allowPrivateNetwork: true,
  })
  onTestFinished(() => runtime.close())
  const { id: organizationId } = await runtime.organizations.create({ id: 'acme', name: 'Acme Ltd' })
  await runtime.users.put({ organizationId, id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' })
  await runtime.operators.add({ organizationId, userId: 'ada' })
  const session = new SignInLinks(runtime)
  server.answer(createHost({ runtime, session }).fetch)
  return {
    runtime,
    connector,
    vendor,
    organizationId,
    url: server.url,
    signInUrl: async (role: 'admin' | 'member' = 'admin') =>
      (await session.create({ organizationId, userId: 'ada', role })).url,
    /** A connection as a person would make it. */
    connect: async () => {
      await runtime.oauthApps.set({ connector, ...vendor.app, settings: vendor.settings })
      const { url, binding } = await runtime.oauth.start({ connector, organizationId, userId: 'ada' })
      return runtime.oauth.callback({ url: await authorizeHeadlessly(url), binding })
    },
  }
}
