import { onTestFinished } from 'vitest'
import {
  authorizeHeadlessly,
  type FakeVendor,
  fakeVendor,
  type OAuthClient,
  type OAuthServer,
  type OAuthServerOptions,
  oauthServer,
} from '../../../src/author/testing/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import type { Connection, Runtime, RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import type { AtEnd } from '../../setup/after-file.ts'
import { testStore } from '../../setup/store.ts'
import { type AcmeUrls, createAcmeConnector } from './acme.ts'
import { createRecordingLogger } from './log.ts'

export const publicUrl = 'https://checks.example.com'
export const callbackUrl = `${publicUrl}/v1/integrations/oauth/callback`

export const clients = {
  body: {
    clientId: 'body-app',
    clientSecret: 'p@ss:w/+ %&=',
    redirectUris: [callbackUrl, `${callbackUrl}/acme`],
    authMethod: 'body',
  },
  header: {
    clientId: 'header:app',
    clientSecret: 'p@ss:w/+ %&=',
    redirectUris: [callbackUrl, `${callbackUrl}/acme`],
    authMethod: 'header',
  },
  none: { clientId: 'public-app', redirectUris: [callbackUrl, `${callbackUrl}/acme`], authMethod: 'none' },
  machine: { clientId: 'machine-app', clientSecret: 'machine-secret-1', redirectUris: [], authMethod: 'body' },
  cli: {
    clientId: 'cli-app',
    clientSecret: 'cli-secret-123',
    redirectUris: ['http://127.0.0.1/callback'],
    authMethod: 'body',
  },
} as const satisfies Record<string, OAuthClient>

/** The vendor and its authorization server, both real and on loopback. */
export interface Servers extends AsyncDisposable {
  readonly oauth: OAuthServer
  readonly vendor: FakeVendor
  readonly urls: AcmeUrls
  /** Replaces how the vendor judges access tokens. */
  accept(verify: (token: string) => unknown): void
}

export async function startServers(options: Partial<OAuthServerOptions> = {}): Promise<Servers> {
  const oauth = await oauthServer({
    clients: Object.values(clients),
    scopes: ['users:read', 'users:write'],
    pkceRequired: false,
    ...options,
  })
  let verify: (token: string) => unknown = oauth.verifyAccessToken
  const vendor = await fakeVendor({
    auth: { type: 'bearer', verify: (token) => verify(token) },
    routes: {
      'GET /me': { json: { id: 'ada' } },
      'GET /users': {
        json: [
          { id: 'ada', active: true },
          { id: 'bob', active: false },
        ],
      },
    },
  })
  const { authorizeUrl, tokenUrl, revokeUrl } = oauth
  return {
    oauth,
    vendor,
    accept: (replacement) => {
      verify = replacement
    },
    urls: { vendor: vendor.url, authorizeUrl, tokenUrl, revokeUrl },
    [Symbol.asyncDispose]: async () => {
      await oauth.close()
      await vendor.close()
    },
  }
}

/** The same, gone with the test. */
export async function startTestServers(options: Partial<OAuthServerOptions> = {}): Promise<Servers> {
  const started = await startServers(options)
  onTestFinished(() => started[Symbol.asyncDispose]())
  return started
}

/** A runtime with the organizations `acme` and `other`. @param atEnd when it is closed. @default with the test */
export async function openRuntimeWith(
  options: Partial<RuntimeOptions> & Pick<RuntimeOptions, 'connectors'>,
  atEnd: AtEnd = onTestFinished,
) {
  const logger = createRecordingLogger()
  const runtime = await createRuntime({
    store: options.store ?? (await testStore('memory:')),
    keys: makeKeyText(),
    publicUrl,
    allowPrivateNetwork: true,
    logger,
    ...options,
  })
  atEnd(() => runtime.close())
  for (const id of ['acme', 'other']) {
    if (!(await runtime.organizations.get(id))) await runtime.organizations.create({ id, name: id })
  }
  return { runtime, lines: logger.lines }
}

/** A runtime with Acme and its OAuth app. */
export async function openAcmeRuntime(
  { urls }: Servers,
  options: Partial<RuntimeOptions> & { readonly config?: object; readonly client?: OAuthClient } = {},
) {
  const { config, client = clients.body, ...rest } = options
  const world = await openRuntimeWith({ connectors: [createAcmeConnector(urls, config)], ...rest })
  await setApp(world.runtime, client)
  return world
}

export async function setApp(runtime: Runtime, client: OAuthClient, organizationId?: string): Promise<void> {
  const { clientId, clientSecret } = client
  // As apps of before: test/things/connecting/oauth-callback.test.ts has those whose redirect URI names the connector.
  await runtime.oauthApps.set({ connector: 'acme', organizationId, clientId, clientSecret, ownCallback: false })
}

/** Goes through the whole authorization, which another runtime on the same store may finish. */
export async function connect(
  runtime: Runtime,
  request: Partial<Parameters<Runtime['oauth']['start']>[0]> = {},
  finishing: Runtime = runtime,
): Promise<Connection & { readonly returnTo: string | undefined }> {
  const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme', ...request })
  return finishing.oauth.callback({ url: await authorizeHeadlessly(url), binding })
}

/** Runs checks to their end. */
export async function runStored(runtime: Runtime, connectionId: string, checks: readonly string[] = ['users']) {
  return (await runtime.runs.start({ connectionId, checks })).result
}
