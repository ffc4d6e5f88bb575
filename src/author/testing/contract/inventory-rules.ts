import { fail, ok } from 'node:assert/strict'
import { type Inventory, toInventoryId } from '../../../define/index.ts'
import { cutList, isAddressOf } from './cut-list.ts'
import type { ContractRule } from './rule.ts'
import { describeRequest } from './scenario.ts'
import type { Performance, Respond, SentRequest, Stage } from './stage.ts'

/** Rules about inventories. A connector without inventories holds to them. */
export const inventoryRules: readonly ContractRule[] = [
  {
    id: 'inventory-members',
    title: 'an inventory is complete on the answers of the vendor, and has every member that it tells',
    needs: 'vendor',
    run: async (stage) => {
      for (const inventory of stage.connector.inventories) {
        const { name, outcome, records } = await readAlone(stage, inventory)
        ok(
          outcome.complete,
          `The inventory "${name}" is not complete, though the vendor answers everything: ${outcome.error?.message}`,
        )
        ok(
          records.length > 0,
          `The inventory "${name}" has no record. Give the option vendor answers that have some of what it lists.`,
        )
        for (const member of inventory.tells) {
          const [reason] = records.flatMap(({ unknown }) => unknown?.[member] ?? [])
          ok(
            records.some((record) => record[member] !== undefined),
            `The inventory "${name}" tells "${member}", and no record has it${reason === undefined ? '' : ` (${reason})`}. Read it from the vendor's answer, leave it out of "tells", or give the option vendor an answer that has it.`,
          )
        }
      }
    },
  },
  {
    id: 'inventory-whole',
    title: 'an inventory of which one answer is refused or one page is lost is not complete',
    needs: 'vendor',
    run: async (stage) => {
      for (const inventory of stage.connector.inventories) {
        const { performance } = await readAlone(stage, inventory)
        for (const asked of new Set(performance.answers.map(({ request }) => request))) {
          await expectIncomplete(stage, inventory, asked, 'is refused with 403', (request, ask) =>
            toRequest(request) === asked ? createRefusingResponse(403) : ask(request),
          )
          const lists = new Set<string>()
          await expectIncomplete(
            stage,
            inventory,
            asked,
            'has a next page (Link) and more items (X-Total-Count) that cannot be had',
            cutFrom(asked, (url) => lists.add(url)),
            ({ calls }) =>
              calls.some(({ path, isPart }) => !isPart && [...lists].some((list) => isAddressOf(list, path))),
          )
        }
      }
    },
  },
  {
    id: 'inventory-again',
    title: 'a second reading of an inventory gives the same records',
    needs: 'vendor',
    run: async (stage) => {
      for (const inventory of stage.connector.inventories) {
        const [{ name, outcome: first }, { outcome: second }] = [
          await readAlone(stage, inventory),
          await readAlone(stage, inventory),
        ]
        ok(
          first.digest === second.digest,
          `The inventory "${name}" has ${first.count} records, then ${second.count}, and they differ, though the vendor answers the same. Take the time from ctx.now, and use neither chance nor anything beside ctx.`,
        )
      }
    },
  },
]

async function readAlone(stage: Stage, inventory: Inventory, respond?: Respond) {
  const id = toInventoryId(inventory)
  const name = id.slice('inventory:'.length)
  const performance = await stage.perform({ of: 'checks', inventories: [name], respond })
  const outcome = performance.result.inventories?.find((each) => toInventoryId(each) === id)
  if (!outcome) return fail(`The run did not read the inventory "${name}".`)
  return { name, outcome, records: performance.records.get(id) ?? [], performance }
}

/** @param isMeant whether the changed answer matters, as the list said by its options. @default always */
async function expectIncomplete(
  stage: Stage,
  inventory: Inventory,
  asked: string,
  what: string,
  respond: Respond,
  isMeant: (performance: Performance) => boolean = () => true,
): Promise<void> {
  const { name, outcome, performance } = await readAlone(stage, inventory, respond)
  if (!outcome.complete || !isMeant(performance)) return
  const [method, address] = asked.split(' ')
  fail(
    `The inventory "${name}" is complete, although ${method} ${address} ${what}. Read lists by ctx.paginate, and let refusals end the list.`,
  )
}

/**
 * Marks a page and all after it as not the last. Marks on one page alone would not mean a loss: a list that is read by number or
 * cursor goes on to the last page, and that page may say that everything came.
 */
function cutFrom(asked: string, note: (address: string) => void): Respond {
  let isReached = false
  return (request, ask) => {
    isReached ||= toRequest(request) === asked
    return isReached && toListRequest(toRequest(request)) === toListRequest(asked)
      ? cutList(request, ask, note)
      : ask(request)
  }
}

function toRequest({ url, init }: SentRequest): string {
  return describeRequest(url.href, init).request
}

/** What all pages of a list have in common: method, address without its query, and action. */
function toListRequest(request: string): string {
  const [method, address = '', action] = request.split(' ')
  return [method, address.replace(/[?#].*$/s, ''), action].join(' ')
}

function createRefusingResponse(status: number): Response {
  return new Response('{"message":"no"}', { status, headers: { 'content-type': 'application/json' } })
}
