import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { openBrowser, pickBrowserEnvironment } from '../../../src/service/commands/open-browser.ts'
import { createFolder } from '../../app/command.ts'

const secrets = {
  CHECKWRIGHT_KEYS: 'k1:c2VjcmV0',
  CHECKWRIGHT_APP_CLIENT_SECRET: 'secret',
  PGPASSWORD: 'secret',
  HTTPS_PROXY: 'http://user:secret@proxy.example',
  AWS_SECRET_ACCESS_KEY: 'secret',
  NODE_OPTIONS: '',
}

describe('pickBrowserEnvironment()', () => {
  test('keeps the screen and the programs, and no secret', () => {
    const kept = {
      PATH: '/bin',
      HOME: '/people/ada',
      DISPLAY: ':0',
      XDG_RUNTIME_DIR: '/run',
      LC_ALL: 'C',
      SystemRoot: 'C:',
    }

    expect(pickBrowserEnvironment({ ...kept, ...secrets })).toEqual(kept)
  })
})

test.runIf(process.platform === 'linux')(
  'openBrowser() starts the browser without our secrets (needs Linux)',
  async () => {
    const cwd = createFolder({
      browser: '#!/bin/sh\nenv > "$0.env.draft"\necho "URL=$1" >> "$0.env.draft"\nmv "$0.env.draft" "$0.env"\n',
    })
    const browser = join(cwd, 'browser')
    chmodSync(browser, 0o755)
    const env = { PATH: process.env.PATH, HOME: cwd, BROWSER: browser, ...secrets }

    await openBrowser('https://vendor.example/authorize?state=1', env)

    await vi.waitFor(() => expect(existsSync(`${browser}.env`)).toBe(true), 10_000)
    const seen = readFileSync(`${browser}.env`, 'utf8')
    expect(seen).toContain('URL=https://vendor.example/authorize?state=1')
    for (const [name, value] of Object.entries(secrets)) {
      expect(seen).not.toContain(`${name}=`)
      if (value !== '') expect(seen).not.toContain(value)
    }
  },
)
