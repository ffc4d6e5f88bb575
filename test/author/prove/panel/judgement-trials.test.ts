import { connectors } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import { judgementTrials } from '../../../../src/author/prove/panel/judgement-trials.ts'
import type { AnyConnector } from '../../../../src/define/index.ts'

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

  const trial = await judgementTrials.tryAnswer(connector, { check, answer, json: JSON.stringify(body) })

  expect(answer.request).toMatch(/^GET \/v1\/firewalls/)
  expect(trial.results.map(({ status, resource }) => [status, resource.id])).toContainEqual(['fail', '21'])
  expect([trial.status, trial.missing, trial.isEnded]).toEqual(['fail', [], false])
  expect(trial.near[0]).toMatchObject({
    id: 'firewall-ssh-from-two-halves',
    expected: [{ verdict: 'fail', resources: ['21'] }],
    differsIn: [],
  })
})

test('tryAnswer() of code tells what could not be told, and requests that the world has no answer to', async () => {
  const connector = await load('okta')
  const check = 'stale-users'
  const answers = await judgementTrials.listAnswers(connector, check)
  const [answer] = answers
  if (!answer) throw new Error('The check reads no answer.')

  const unread = await judgementTrials.tryAnswer(connector, { check, answer, json: '[{ "id": 7 }]' })
  const same = await judgementTrials.tryAnswer(connector, { check, answer, json: answer.json })

  expect(unread.status).toBe('error')
  expect(same.near[0]?.differsIn).toEqual([])
  expect(same.status).not.toBe('error')
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

test('tryAnswer() takes one answer at a time, and refuses more than a person would wait for', async () => {
  const connector = await load('hetzner')
  const check = 'firewall-admin-ports'
  const [answer] = await judgementTrials.listAnswers(connector, check)
  if (!answer) throw new Error('The check reads no answer.')
  const ask = () => judgementTrials.tryAnswer(connector, { check, answer, json: answer.json })

  const settled = await Promise.allSettled(Array.from({ length: 12 }, ask))

  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
  expect(settled.flatMap((each) => (each.status === 'rejected' ? each.reason.code : []))).toEqual(
    Array.from({ length: 4 }, () => 'API_RATE_LIMITED'),
  )
  expect((await ask()).isEnded).toBe(false)
})
