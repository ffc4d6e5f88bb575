import { recordedChecks } from 'checkwright/testing'
import { describe, test } from 'vitest'
import slack from '../index.ts'

describe('the Slack connector on its recording, of an organization that is made up', () => {
  recordedChecks(slack, new URL('recorded/slack.json', import.meta.url), { test })
})
