import { createHash } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectors } from 'checkwright/connectors'
import { describe, expect, test } from 'vitest'
import { judgementTrials } from '../../../../src/author/prove/panel/judgement-trials.ts'
import { trialLimits } from '../../../../src/author/prove/panel/limits.ts'
import type { TrialTask } from '../../../../src/author/prove/panel/trial-task.ts'
import { tryApart } from '../../../../src/author/prove/panel/try-apart.ts'
import type { AnyConnector } from '../../../../src/define/index.ts'
import { loadConnector } from '../../../../src/service/commands/connector-file/load-connector.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { about, writeAcme } from '../acme.ts'

async function load(id: string): Promise<AnyConnector> {
  const connector = await connectors[id]?.()
  if (!connector) throw new Error(`There is no connector "${id}".`)
  return connector
}

test('tryAnswer() of a file tells what the check makes of another answer, and which witness has one that is like it', async () => {
  const connector = await load('hetzner')
  const check = 'firewall-admin-ports'
  const [answer] = await judgementTrials.listAnswers(connector, check)
  if (!answer) throw new Error('The check reads no answer.')
  const body = JSON.parse(answer.json)
  body.firewalls[0].rules[1].source_ips = ['0.0.0.0/1', '128.0.0.0/1']

  const trial = await judgementTrials.tryAnswer(connector, {
    organizationId: 'acme',
    check,
    answer,
    json: JSON.stringify(body),
  })

  expect(answer.request).toMatch(/^GET \/v1\/firewalls/)
  expect(trial.results.map(({ status, resource }) => [status, resource.id])).toContainEqual(['fail', '21'])
  expect([trial.status, trial.missing, trial.isEnded]).toEqual(['fail', [], false])
  expect(trial.near[0]).toMatchObject({
    id: 'firewall-ssh-from-two-halves',
    expected: [{ verdict: 'fail', resources: ['21'] }],
    differsIn: [],
  })
})

test('tryAnswer() of code tells what could not be told', async () => {
  const connector = await load('okta')
  const check = 'stale-users'
  const [answer] = await judgementTrials.listAnswers(connector, check)
  if (!answer) throw new Error('The check reads no answer.')
  const asked = { organizationId: 'acme', check, answer, json: '[{ "id": 7 }]' }

  const unread = await judgementTrials.tryAnswer(connector, asked)

  expect([unread.status, unread.isEnded]).toEqual(['error', false])
  expect(unread.near).not.toEqual([])
})

test('a connector without witnesses, and one that only has the id of another, has no answers and no ways', async () => {
  const hetzner = await load('hetzner')
  const impostor = { ...hetzner, definition: { ...hetzner.definition }, checks: hetzner.checks.slice(1) }
  const unknown = { ...hetzner, id: 'nobody', definition: { ...hetzner.definition, id: 'nobody' } }

  for (const connector of [impostor, unknown])
    expect(await judgementTrials.listAnswers(connector, hetzner.checks[0]?.id ?? '')).toEqual([])
  expect([...(await judgementTrials.loadWays(unknown))]).toEqual([])
  expect((await judgementTrials.loadWays(hetzner)).get('firewall-admin-ports')?.fail).toContain(
    'one range covers the internet',
  )
})

describe('an answer that a check has no end with', () => {
  test.for([
    ['a pattern that tries each way', 'pattern', 6_000],
    ['memory that only grows', 'memory', 20_000],
  ] as const)('%s ends its own process, while the service goes on', async ([, name, timeoutMs]) => {
    const task = writeHostile(JSON.stringify({ keys: [{ id: name }] }))
    let ticks = 0
    const ticking = setInterval(() => ticks++, 20)

    const trial = await tryApart('acme', task, { ...trialLimits, timeoutMs })
    clearInterval(ticking)

    expect(trial).toMatchObject({ status: 'error', results: [], near: [], isEnded: true })
    expect(ticks).toBeGreaterThan(10)
  })

  test('of a file that was edited meanwhile is not judged', async () => {
    const folder = createTempFolder()
    writeAcme(folder)
    const file = join(folder, 'acme.connector.yaml')
    const connector = await loadConnector(file)
    const [answer] = await judgementTrials.listAnswers(connector, 'keys-rotated')
    if (!answer) throw new Error('The check reads no answer.')
    appendFileSync(file, '# edited\n')

    const asked = { organizationId: 'acme', check: 'keys-rotated', answer, json: '{ "keys": [] }' }
    await expect(judgementTrials.tryAnswer(connector, asked)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('was edited'),
    })
  })
})

/** A connector in code whose check never comes to an end with some answers, and the task to try one. */
function writeHostile(json: string): TrialTask {
  const folder = createTempFolder()
  const expect = { 'keys-rotated': 'pass' }
  writeAcme(folder, { witnesses: [{ id: 'keys', ...about('keys-rotated'), expect }] })
  const target = join(folder, 'acme.ts')
  writeFileSync(target, hostile)
  const fileSha256 = digest(`${digest(hostile)}  acme.ts\n`)
  return { target, connector: 'acme', fileSha256, check: 'keys-rotated', answer: 'sound.0', json }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const hostile = `
import { defineConnector } from 'checkwright'
import * as z from 'zod/mini'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  version: '1.0.0',
  baseUrl: 'https://api.acme.example/v1',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const Keys = z.object({ keys: z.array(z.object({ id: z.string() })) })
const check = acme.check({
  id: 'keys-rotated',
  title: 'Keys are rotated',
  async run(ctx) {
    const { keys } = await ctx.get('/keys', { schema: Keys })
    for (const { id } of keys) {
      if (id === 'pattern') /^(a+)+$/.test('a'.repeat(40) + '!')
      const kept: string[] = []
      while (id === 'memory') kept.push(String(kept.length).repeat(500))
      ctx.pass({ resource: { type: 'key', id }, title: 'Rotated' })
    }
  },
})
export default acme.with(check)
`
