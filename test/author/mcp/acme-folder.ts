import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder } from '../../app/command.ts'
import { writeAcme } from '../prove/acme.ts'

const string = { type: 'string' }
const state = { type: 'string', enum: ['on', 'off'] }

/** The description of the vendor whose connector `writeAcme` writes. */
export const acmeDescription = {
  openapi: '3.0.3',
  info: { title: 'Acme', version: '1' },
  servers: [{ url: 'https://api.acme.example/v1' }],
  paths: {
    '/keys': {
      get: {
        summary: 'Lists keys',
        parameters: [{ name: 'after', in: 'query', schema: string }],
        responses: answer({
          keys: {
            type: 'array',
            items: object({
              id: string,
              state,
              created: { type: 'string', format: 'date-time', description: 'When the key was made.' },
              rotated: { type: 'string', format: 'date-time', description: 'When the key was rotated last.' },
            }),
          },
          next: { ...string, nullable: true },
        }),
      },
    },
    '/settings': {
      get: {
        summary: 'Shows settings',
        responses: answer({ sso: object({ enforced: { type: 'boolean' }, beta: { type: 'boolean' } }) }),
      },
    },
    '/me': { get: { summary: 'Shows who asks', responses: answer({ id: string }) } },
  },
}

function object(properties: object) {
  return { type: 'object', properties }
}

function answer(properties: object) {
  return { 200: { description: 'ok', content: { 'application/json': { schema: object(properties) } } } }
}

/** A folder with the connector acme, its witnesses and its description. */
export function createAcmeFolder(
  files: Parameters<typeof writeAcme>[1] = {},
  description: object = acmeDescription,
): string {
  const folder = createFolder()
  writeAcme(folder, files)
  writeFileSync(join(folder, 'acme.openapi.json'), JSON.stringify(description))
  return folder
}
