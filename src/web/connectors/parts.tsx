import { raw } from 'hono/html'
import type { AnyConnector } from '../../define/index.ts'
import { countNoun } from '../../text/count-noun.ts'
import { ExternalLink, GetForm } from '../frame/links.tsx'
import { searchText } from './connectors.ts'
import { renderMarkdown } from './render-markdown.ts'

/** The first letter of a name, in place of a logo that belongs to somebody else. */
export function Monogram({ name }: { readonly name: string }) {
  return (
    <span class="monogram" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  )
}

interface InstructionsProps {
  readonly connector: AnyConnector
  /** Whether they are for an operator, who enters settings of the platform. @default false */
  readonly forOperator?: boolean
}

/** Instructions of the connector's author. */
export function Instructions({ connector, forOperator = false }: InstructionsProps) {
  const { docsUrl, auth } = connector.definition
  const text = forOperator && auth.type === 'custom' ? auth.config.settingsInstructions : auth.config.setupInstructions
  if (text === undefined && docsUrl === undefined) return null
  return (
    <section class="sheet" aria-labelledby="instructions">
      <h2 id="instructions">How to set it up</h2>
      {text !== undefined && <div class="prose">{raw(renderMarkdown(text))}</div>}
      {docsUrl !== undefined && (
        <p class="small">
          <ExternalLink href={docsUrl}>{`Documentation of ${connector.definition.name}`}</ExternalLink>
        </p>
      )}
    </section>
  )
}

interface Choices {
  readonly all: readonly string[]
  readonly chosen: string | undefined
}

interface SearchProps {
  readonly to: string
  readonly value: string
  readonly count: number
  readonly categories: Choices
  readonly controls: Choices
}

/** Filters a list of connectors: with a request, and by words at once if there is a script. */
export function Search({ to, value, count, categories, controls }: SearchProps) {
  return (
    <div>
      <GetForm to={to} role="search" class="search">
        <div class="field">
          <label class="sr" for="search">
            Search connectors
          </label>
          <input
            id="search"
            type="search"
            name="q"
            value={value}
            placeholder="Search connectors"
            data-filter="gallery"
          />
        </div>
        <div class="field">
          <label class="sr" for="category">
            Category
          </label>
          <select id="category" name="category">
            <option value="">All categories</option>
            {categories.all.map((each) => (
              <option value={each} selected={each === categories.chosen}>
                {each}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label class="sr" for="control">
            Framework or control
          </label>
          <input
            id="control"
            name="control"
            value={controls.chosen}
            placeholder="Any control, such as soc2:CC6.1"
            list="control-list"
          />
          <datalist id="control-list">
            {controls.all.map((each) => (
              <option value={each} />
            ))}
          </datalist>
        </div>
        <button class="button quiet" type="submit">
          Search
        </button>
      </GetForm>
      <p class="small" role="status" id="found">
        {countNoun(count, 'connector')}
      </p>
    </div>
  )
}

/** Attributes of an entry that the script filters. */
export function createSearchAttributes(connector: AnyConnector) {
  return { 'data-search': searchText(connector) }
}
