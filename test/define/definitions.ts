import { type AnyConnector, defineConnector, isConnector } from '../../src/define/index.ts'
import { DefinitionError, type Problem } from '../../src/errors/index.ts'

type Members = Readonly<Record<string, unknown>>

/** A small, right definition that signs in by API key. */
export function createWithApiKey(members: Members = {}, config: Members = {}): Members {
  return createWithAuth({ type: 'api_key', config: { in: 'header', name: 'X-Api-Key', ...config } }, members)
}

export function createWithOAuth2(config: Members = {}, members: Members = {}): Members {
  const needed = {
    authorizeUrl: 'https://acme.example/authorize',
    tokenUrl: 'https://acme.example/token',
    scopes: ['users:read'],
  }
  return createWithAuth({ type: 'oauth2', config: { ...needed, ...config } }, members)
}

export function createWithAuth(auth: unknown, members: Members = {}): Members {
  return { id: 'acme', name: 'Acme', baseUrl: 'https://api.acme.example', auth, ...members }
}

/** Defines what the compiler would refuse, as a JavaScript author or a JSON file does. */
export function define(definition: unknown, hooks?: unknown): AnyConnector {
  const connector: unknown = Reflect.apply(defineConnector, undefined, [definition, hooks])
  if (!isConnector(connector)) throw new TypeError('defineConnector() gave no connector')
  return connector
}

/** The problems of a definition, each as `path: message`; empty if it is right. */
export function listMistakes(definition: unknown, hooks?: unknown): string[] {
  return catchMistakes(() => define(definition, hooks))
}

/** The problems that a call throws, each as `path: message`. */
export function catchMistakes(call: () => unknown): string[] {
  return catchProblems(call).map(({ path, message }) => `${path}: ${message}`)
}

export function catchProblems(call: () => unknown): readonly Problem[] {
  try {
    call()
    return []
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems
    throw error
  }
}
