import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import type { Door, DoorId, DoorStep } from './load-doors.ts'

/** Where each door leads when all of its steps are done. */
const places: Readonly<Record<DoorId, string>> = { setUp: '/connections', fix: '/findings', prove: '/controls' }

/** Three doors with the seven steps from an empty store to a package for an auditor. */
export function Doors({ doors }: { readonly doors: readonly Door[] }) {
  const texts = useTexts()
  const next = doors.flatMap(({ steps }) => steps).find(({ isDone, to }) => !isDone && to !== undefined)
  return (
    <nav class="doors" aria-label={texts.overview.doors.name}>
      {doors.map(({ id, steps }) => (
        <section aria-labelledby={`door-${id}`}>
          <h2 id={`door-${id}`}>
            <Link to={places[id]}>{texts.overview.doors[id]}</Link>
          </h2>
          <p class="small">
            {texts.overview.doors.done({ done: steps.filter(({ isDone }) => isDone).length, steps: steps.length })}
          </p>
          <ol>
            {steps.map((step) => (
              <StepLine step={step} isNext={step === next} />
            ))}
          </ol>
        </section>
      ))}
    </nav>
  )
}

function StepLine({ step: { id, isDone, to }, isNext }: { readonly step: DoorStep; readonly isNext: boolean }) {
  const texts = useTexts()
  const says = texts.overview.doors.steps[id]
  return (
    <li class={isDone ? 'done' : isNext ? 'next' : undefined} aria-current={isNext ? 'step' : undefined}>
      <svg class="tick-mark" viewBox="0 0 16 16" aria-hidden="true">
        {isDone ? <path d="m3.5 8.5 3 3 6-7" /> : <circle cx="8" cy="8" r="5.5" />}
      </svg>
      <span>
        {to === undefined ? says : <Link to={to}>{says}</Link>}
        <span class="sr">: {isDone ? texts.overview.doors.isDone : texts.overview.doors.isOpen}</span>
      </span>
    </li>
  )
}
