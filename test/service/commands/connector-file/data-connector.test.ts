import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse as readYaml } from 'yaml'
import { readConnector } from '../../../../src/app/runtime/index.ts'
import { fakeVendor } from '../../../../src/author/testing/index.ts'
import { createFolder, runCheckwright } from '../../../app/command.ts'
import { acmeRoutes, acmeYaml } from '../../../data/acme.ts'

const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: 'k' }

async function startAcme(file = 'acme.connector.yaml') {
  const vendor = await fakeVendor({ routes: acmeRoutes as never })
  onTestFinished(() => vendor.close())
  const text = acmeYaml(vendor.url)
  const cwd = createFolder({ [file]: text })
  const run = (...args: string[]) => runCheckwright(args, { cwd, env })
  return { vendor, cwd, text, run, file: join(cwd, file) }
}

test('every command that takes a connector takes a file of data by its name', async () => {
  const { run } = await startAcme()

  const ended = await run('run', 'acme.connector.yaml', '--allow-private-network', '--json')
  const listed = await run('inventory', 'acme.connector.yaml', '--allow-private-network', '--json')
  const shown = await run('show', 'acme.connector.yaml', '--json')
  const valid = await run('validate', 'acme.connector.yaml', '--json', '--hints')
  const page = await run('docs', 'acme.connector.yaml')

  expect([ended.exitCode, JSON.parse(ended.stdout).checks.length]).toEqual([2, 4])
  expect(JSON.parse(listed.stdout)).toMatchObject([{ of: 'account', count: 4, complete: true }])
  expect(JSON.parse(shown.stdout)).toMatchObject({ id: 'acme', checks: [{}, {}, {}, {}] })
  expect(JSON.parse(valid.stdout)).toMatchObject([
    {
      valid: true,
      findings: expect.arrayContaining([expect.objectContaining({ file: 'acme.connector.yaml', line: 29 })]),
    },
  ])
  expect(page).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('README.md written') })
})

test('a recording names its file, JSON as well as YAML; test reads it and says that the file was edited', async () => {
  const { run, text, file, cwd } = await startAcme('acme.connector.json')
  writeFileSync(file, JSON.stringify(readYaml(text)))

  const recorded = await run('record', 'acme.connector.json', '--allow-private-network')
  const same = await run('test', 'acme.connector.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('Turn on single', 'Enable single'))
  const edited = await run('test')

  expect(recorded.exitCode).toBe(0)
  expect(JSON.parse(readFileSync(join(cwd, 'recorded/acme.json'), 'utf8')).connector).toEqual({
    id: 'acme',
    version: '1.0.0',
    source: { format: 'connector/v1', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    file: '../acme.connector.json',
  })
  expect(same).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining('made with') })
  expect(edited.stdout).toMatch(
    /acme 1\.0\.0\n {2}It was made with acme 1\.0\.0 \(file \w{12}…\), and this is another 1\.0\.0/,
  )
})

test('a bundle names the bytes of its file in run.json and in what is signed; replay says first that another was edited', async () => {
  const { run, cwd, text, file } = await startAcme()
  await run('run', 'acme.connector.yaml', '--allow-private-network', '--out', 'out')
  const { sha256 } = (await readConnector(text)).source ?? {}

  const same = await run('replay', 'out', 'acme.connector.yaml')
  writeFileSync(file, text.replace('enrols one', 'adds one'))
  const edited = await run('replay', 'out', 'acme.connector.yaml')
  const asJson = await run('replay', 'out', 'acme.connector.yaml', '--json')
  writeFileSync(file, text.replace('version: 1.0.0', 'version: 1.1.0'))
  const later = await run('replay', 'out', 'acme.connector.yaml')
  const verified = await run('verify', 'out')

  const [line = ''] = readFileSync(join(cwd, 'out/statement.intoto.jsonl'), 'utf8').split('\n')
  const statement = JSON.parse(Buffer.from(JSON.parse(line).payload, 'base64').toString())
  expect(statement.predicate.configuration).toMatchObject([{ name: 'acme@1.0.0', digest: { sha256 } }])
  expect(JSON.parse(readFileSync(join(cwd, 'out/run.json'), 'utf8')).connector.source.sha256).toBe(sha256)
  expect([same.exitCode, edited.exitCode, verified.exitCode]).toEqual([0, 6, 0])
  expect(same.stderr).not.toContain('made with')
  expect(edited.stderr).toMatch(/^It was made with acme 1\.0\.0 \(file \w{12}…\), and this is another 1\.0\.0/)
  expect(JSON.parse(asJson.stdout).editedSince).toMatch(/^It was made with acme 1\.0\.0 \(file \w{12}…\), and this/)
  expect(later.exitCode).toBe(0)
  expect(later.stderr).toMatch(/^It was made with acme 1\.0\.0 \(file \w{12}…\), and this is 1\.1\.0 \(file \w{12}…\)/)
})

test('mistakes are told by line and column, and validate gives them as data', async () => {
  const { run, file, text } = await startAcme()
  writeFileSync(file, text.replace('pass: body.sso', 'passes: body.sso'))

  const ran = await run('run', 'acme.connector.yaml')
  const validated = await run('validate', 'acme.connector.yaml', '--json')

  expect(ran).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('acme.connector.yaml:35:5: checks[1].passes'),
  })
  expect(JSON.parse(validated.stdout)).toMatchObject([
    {
      valid: false,
      error: { code: 'DEFINITION_INVALID', problems: [{ line: 35, column: 5, path: 'checks[1].passes' }] },
    },
  ])
})

test('a file of data is taken whatever the case of its ending', async () => {
  const { run } = await startAcme('ACME.Connector.YAML')

  const valid = await run('validate', './ACME.Connector.YAML')

  expect(valid).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('acme 1.0.0 is valid') })
})
