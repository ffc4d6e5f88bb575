import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder, runCheckwright } from '../../../app/command.ts'
import { createPng } from '../../../service/records/png.ts'

test('"checkwright organization appearance" shows and changes the look, and takes an SVG for no logo', async () => {
  const folder = createFolder()
  const [logo, svg] = [join(folder, 'logo.png'), join(folder, 'svg.png')]
  writeFileSync(logo, createPng(8, 8))
  writeFileSync(svg, '<svg/>')
  const run = (...args: string[]) =>
    runCheckwright(['organization', 'appearance', ...args, '--store', `sqlite:${join(folder, 'test.db')}`])

  const changed = await run('--name', 'Acme Trust', '--colour', '#0a7', '--logo', logo, '--json')
  const refused = await run('--logo', svg)
  const missing = await run('--logo', join(folder, 'nothing.png'))
  const back = await run('--name', '', '--json')

  expect(JSON.parse(changed.stdout)).toEqual({ name: 'Acme Trust', colour: '#00aa77', language: null, hasLogo: true })
  expect([refused.exitCode, refused.stderr]).toEqual([3, expect.stringContaining('PNG, JPEG or WebP')])
  expect([missing.exitCode, missing.stderr]).toEqual([3, expect.stringContaining('--logo:')])
  expect(JSON.parse(back.stdout)).toMatchObject({ name: 'Checkwright', hasLogo: true })
})
