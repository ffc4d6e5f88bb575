import { deepEqual } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConnector } from 'checkwright/runtime'
import { proveConnector, recordedChecks } from 'checkwright/testing'
import homebridge from './homebridge/homebridge.ts'
import parseServer from './parse-server/parse-server.ts'
import powerdns from './powerdns/powerdns.ts'
import syncthing from './syncthing/syncthing.ts'

for (const code of [syncthing, parseServer, powerdns, homebridge]) {
  const folder = new URL(`${code.id}/`, import.meta.url)
  const name = `${code.id}.connector.yaml`
  const data = await readConnector(await readFile(new URL(name, folder)), { name })

  for (const [form, connector] of Object.entries({ code, data })) {
    // The same results, titles and evidence, on what the product itself answered.
    for (const state of ['open', 'closed'])
      describe(`${code.id} as ${form}, ${state}`, () => {
        recordedChecks(connector, new URL(`recorded/${state}.json`, folder), { test })
      })

    test(`${code.id} as ${form} comes to the verdict of each witness`, async () => {
      const witnesses = fileURLToPath(new URL(`${code.id}.witnesses.yaml`, folder))

      // No check is chosen for deliberate mistakes: the verdicts of all are compared.
      const { disagreements } = await proveConnector(connector, { witnesses, checks: [] })

      deepEqual(disagreements, [])
    })
  }
}
