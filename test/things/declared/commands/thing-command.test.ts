import { Command } from 'commander'
import { expect, test } from 'vitest'
import { commandFor } from '../../../../src/things/declared/commands/thing-command.ts'
import { policyRequest } from '../../../../src/things/policies/requests.ts'
import { ticket } from '../../../../src/things/tickets/thing.ts'
import { vendor } from '../../../../src/things/vendors/thing.ts'

test.for([
  [vendor, 'list, add, change or remove vendors'],
  [policyRequest, 'list, add or remove policy requests'],
  [ticket, 'list tickets'],
] as const)('commandFor() says what may be done', ([thing, description]) => {
  const program = new Command()

  commandFor(thing)(program, () => async () => undefined)

  expect(program.commands.map((each) => each.description())).toEqual([description])
})
