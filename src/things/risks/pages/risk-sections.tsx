import { findKnownTime } from '../../../service/rights/period.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import { listAllRecords } from '../../declared/services/list-all-records.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import { Link } from '../../pages/frame/links.tsx'
import type { OwnVisit } from '../../pages/page-route.ts'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { Table } from '../../pages/shared/table.tsx'
import { takeWanted } from '../../parts/take-wanted.ts'
import { type JudgedRisk, judgeRisks } from '../reading/judge-risks.ts'
import { isRange, type RiskCell } from '../residual.ts'
import { risk } from '../thing.ts'

const shown = 200
const sides = [1, 2, 3, 4, 5] as const
const size = 60
const margin = 30

/** The picture of open risks, with its table. */
export async function showRiskPicture(visit: OwnVisit) {
  const { runtime, person } = visit
  const { organizationId } = person
  const pages = listAllRecords(recordsFor(runtime, risk, person))
  const found = await takeWanted(pages, ({ state }) => state !== 'closed', shown + 1)
  const records = found.slice(0, shown)
  if (records.length === 0) return null
  const within = findKnownTime(person, runtime.workspace.clock.nowMs())
  return (
    <Picture judged={await judgeRisks(runtime, { organizationId, records, within })} isCut={found.length > shown} />
  )
}

/** What the controls of a risk leave of it. */
export async function showResidual(visit: OwnVisit, record: ThingRecord) {
  const { runtime, person } = visit
  const within = findKnownTime(person, runtime.workspace.clock.nowMs())
  const { organizationId } = person
  const [judged] = await judgeRisks(runtime, { organizationId, records: [record], within })
  return judged && <ResidualSheet judged={judged} />
}

function Picture({ judged, isCut }: { readonly judged: readonly JudgedRisk[]; readonly isCut: boolean }) {
  const texts = useTexts()
  const words = texts.risks
  const end = margin + sides.length * size
  return (
    <Sheet id="picture" title={words.picture}>
      <p class="small">
        {words.pictureHelp} {isCut && words.newest({ number: texts.format.counted(shown) })}
      </p>
      <figure class="risks">
        <svg viewBox={`0 0 ${end} ${end}`} width={end} height={end} role="img" aria-label={words.picture}>
          {sides.flatMap((likelihood) =>
            sides.map((impact) => <Square cell={{ likelihood, impact }} judged={judged} />),
          )}
          {sides.map((side) => (
            <>
              <text class="tick" x={margin / 2} y={end - margin - (side - 0.5) * size}>
                {side}
              </text>
              <text class="tick" x={margin + (side - 0.5) * size} y={end - margin / 3}>
                {side}
              </text>
            </>
          ))}
        </svg>
        <figcaption class="small">
          ↑ {words.likelihood} · → {words.impact}
        </figcaption>
      </figure>
      <details>
        <summary>{texts.shared.chart.showTable}</summary>
        <Scrollable name={words.picture}>
          <Table
            rows={judged}
            columns={[
              [
                texts.labels.name,
                ({ record }) => <Link to={`${risk.page}/${record.id}`}>{String(record.values.title)}</Link>,
              ],
              [words.inherent, ({ inherent }) => words.cell(inherent)],
              [words.worst, ({ residual }) => words.cell(residual.worst)],
              [words.best, ({ residual }) => words.cell(residual.best)],
            ]}
          />
        </Scrollable>
      </details>
    </Sheet>
  )
}

interface SquareProps {
  readonly cell: RiskCell
  readonly judged: readonly JudgedRisk[]
}

/** A cell with how many risks stand in it; those of a range have a question mark. */
function Square({ cell, judged }: SquareProps) {
  const isHere = (other: RiskCell) => other.likelihood === cell.likelihood && other.impact === cell.impact
  const sure = judged.filter(({ residual }) => !isRange(residual) && isHere(residual.worst)).length
  const open = judged.filter(
    ({ residual }) => isRange(residual) && (isHere(residual.worst) || isHere(residual.best)),
  ).length
  const x = margin + (cell.impact - 1) * size
  const y = (sides.length - cell.likelihood) * size
  const weight = cell.likelihood * cell.impact
  const tone = weight >= 15 ? 'fail' : weight >= 8 ? 'manual' : 'pass'
  const label = [sure > 0 ? String(sure) : '', open > 0 ? `${open}?` : ''].filter((part) => part !== '').join(' + ')
  return (
    <g>
      <rect class={`tone ${tone}`} x={x + 1} y={y + 1} width={size - 2} height={size - 2} />
      <text class="count" x={x + size / 2} y={y + size / 2}>
        {label}
      </text>
    </g>
  )
}

function ResidualSheet({ judged: { inherent, residual, controls } }: { readonly judged: JudgedRisk }) {
  const texts = useTexts()
  const words = texts.risks
  const { worst, best } = residual
  return (
    <Sheet id="residual" title={words.residual}>
      <dl class="facts">
        <dt>{words.inherent}</dt>
        <dd>{words.cell(inherent)}</dd>
        <dt>{words.worst}</dt>
        <dd>{words.cell(worst)}</dd>
        <dt>{words.best}</dt>
        <dd>{words.cell(best)}</dd>
      </dl>
      {isRange(residual) && <p class="small">{words.range}</p>}
      {controls.length === 0 ? (
        <p class="small">{words.noControls}</p>
      ) : (
        <Scrollable name={texts.labels.controls}>
          <Table
            rows={controls}
            columns={[
              [texts.labels.control, ({ control }) => control],
              [words.by, ({ axis, by }) => `${words[axis]} −${by}`],
              [words.effect, ({ effect }) => words.effects[effect]],
            ]}
          />
        </Scrollable>
      )}
    </Sheet>
  )
}
