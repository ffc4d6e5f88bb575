import { recordedChecks } from 'checkwright/testing'
import { describe, test } from 'vitest'
import okta from '../index.ts'

describe('the Okta connector on its recording, of an organization that is made up', () => {
  recordedChecks(okta, new URL('recorded/okta.json', import.meta.url), { test })
})
