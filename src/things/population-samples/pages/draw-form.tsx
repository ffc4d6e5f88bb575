import { type InventoryKind, inventoryKinds } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import { formatInventoryName, type InventoryHead } from '../../../inventory/inventory-head.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { defineAction, type OwnVisit } from '../../pages/page-route.ts'
import { FormActions, InputField, Options, SelectField } from '../../pages/shared/form-field.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { sampleSizeMax, seedLengthMax } from '../limits.ts'
import { drawPopulation, type ListRef } from '../reading/draw-population.ts'
import { populationSample } from '../thing.ts'

/** Draws a sample, and shows it. */
export const drawSampleForm = defineAction({
  path: `${populationSample.page}/draw`,
  access: populationSample.scopes.write,
  audit: { action: populationSample.audit('create') },
  act: async ({ runtime, form, person: { organizationId, userId } }) => {
    const seed = form.text('seed').trim()
    const second = form.text('secondSource')
    const total = form.text('total').trim()
    const { id } = await drawPopulation(
      runtime,
      { organizationId, userId },
      {
        list: parseListValue(form.text('list')),
        size: readCount(form.text('size'), 1, sampleSizeMax),
        seed: seed === '' ? undefined : seed,
        total: total === '' ? undefined : readCount(total, 0, 1e9),
        secondSource: second === '' ? undefined : parseListValue(second),
      },
    )
    return { kind: 'redirect', to: `${populationSample.page}/${id}`, notice: 'record-added', made: id }
  },
})

/** The form, on the page of all samples. */
export async function showDrawForm({ texts, runtime, person, query }: OwnVisit) {
  const { organizationId, role } = person
  if (!mayDo(role, populationSample.scopes.write)) return null
  const words = texts.populationSamples
  const heads = await listHeads({ runtime, organizationId })
  if (heads.length === 0) return <p class="sheet">{words.noLists}</p>
  const options = heads.map(({ name, head }): [string, string] => [formatListValue(head), name])
  return (
    <Sheet id="draw" title={words.draw}>
      <PostForm to={`${populationSample.page}/draw`}>
        <SelectField name="list" label={words.list} required>
          <Options of={options} chosen={query.get('list') ?? undefined} />
        </SelectField>
        <InputField
          name="size"
          label={words.size}
          type="number"
          min="1"
          max={String(sampleSizeMax)}
          value="25"
          required
        />
        <InputField name="seed" label={words.seed} help={words.seedHelp} maxlength={seedLengthMax} optional />
        <InputField name="total" label={words.total} help={words.totalHelp} type="number" min="0" optional />
        <SelectField name="secondSource" label={words.secondSource} help={words.secondSourceHelp} optional>
          <Options of={[['', texts.shared.nothing], ...options]} chosen={undefined} />
        </SelectField>
        <FormActions submit={words.draw} />
      </PostForm>
    </Sheet>
  )
}

async function listHeads({
  runtime,
  organizationId,
}: Pick<OwnVisit, 'runtime'> & { readonly organizationId: string }): Promise<
  readonly { readonly name: string; readonly head: InventoryHead }[]
> {
  const connections = await runtime.connections.list({ organizationId })
  const listed = await Promise.all(
    connections.map(async ({ id: connectionId, name, connector }) => {
      const heads = await runtime.inventories.list({ connectionId, organizationId })
      return heads.map((head) => ({ name: `${name ?? connector}: ${formatInventoryName(head)}`, head }))
    }),
  )
  return listed.flat()
}

/** A list as the value of an option: `account.iam of <connection>`, in one word. */
function formatListValue({ connectionId = '', of, part }: InventoryHead): string {
  return `${formatInventoryName({ of, part })}@${connectionId}`
}

function parseListValue(value: string): ListRef {
  const [, kind, part, connectionId] = /^([a-zA-Z]+)(?:\.([^@]+))?@(.+)$/.exec(value) ?? []
  const of = inventoryKinds.find((each): each is InventoryKind => each === kind)
  if (of !== undefined && connectionId !== undefined) return { of, part, connectionId }
  throw new ApiError('Choose a list.', { code: 'API_INVALID' })
}

function readCount(text: string, min: number, max: number): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= min && count <= max) return count
  throw new ApiError(`Enter a whole number from ${min} to ${max}.`, { code: 'API_INVALID' })
}
