import { raw } from 'hono/html'
import type { AnyConnector } from '../../../define/index.ts'
import { findWord } from '../../all-texts/find-word.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { ExternalLink, GetForm } from '../../pages/frame/links.tsx'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { searchText } from './connectors.ts'
import { renderMarkdown } from './render-markdown.ts'

/** The first letter of a name, in place of a logo that belongs to somebody else. */
export function Monogram({ name }: { readonly name: string }) {
  return (
    <span class={`monogram tone-${chooseTone(name)}`} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  )
}

const tones = 8

/** The same for a name everywhere. */
function chooseTone(name: string): number {
  return [...name].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % tones
}

interface InstructionsProps {
  readonly connector: AnyConnector
  /** Whether they are for an operator, who enters settings of the platform. @default false */
  readonly forOperator?: boolean
}

/** Instructions of the connector's author. */
export function Instructions({ connector, forOperator = false }: InstructionsProps) {
  const texts = useTexts()
  const { docsUrl, auth } = connector.definition
  const text = forOperator && auth.type === 'custom' ? auth.config.settingsInstructions : auth.config.setupInstructions
  if (text === undefined && docsUrl === undefined) return null
  return (
    <Sheet id="instructions" title={texts.connectors.help.setup}>
      {text !== undefined && <div class="prose">{raw(renderMarkdown(text))}</div>}
      {docsUrl !== undefined && (
        <p class="small">
          <ExternalLink href={docsUrl}>
            {texts.connectors.help.documentation({ name: connector.definition.name })}
          </ExternalLink>
        </p>
      )}
    </Sheet>
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
  /** @default no choice of them */
  readonly categories?: Choices
  readonly controls?: Choices
}

/** Filters a list of connectors: with a request, and by words at once if there is a script. */
export function Search({ to, value, count, categories, controls }: SearchProps) {
  const texts = useTexts()
  return (
    <div>
      <GetForm to={to} role="search" class="search">
        <div class="field">
          <label class="sr" for="search">
            {texts.connectors.search.placeholder}
          </label>
          <input
            id="search"
            type="search"
            name="q"
            value={value}
            placeholder={texts.connectors.search.placeholder}
            data-filter="gallery"
            data-one={texts.connectors.search.foundOne}
            data-many={texts.connectors.search.foundMany}
          />
        </div>
        {categories && (
          <div class="field">
            <label class="sr" for="category">
              {texts.connectors.search.category}
            </label>
            <select id="category" name="category">
              <option value="">{texts.connectors.search.allCategories}</option>
              {categories.all.map((each) => (
                <option value={each} selected={each === categories.chosen}>
                  {findWord(texts.connectors.categories, each) ?? each}
                </option>
              ))}
            </select>
          </div>
        )}
        {controls && (
          <div class="field">
            <label class="sr" for="control">
              {texts.connectors.search.control}
            </label>
            <input
              id="control"
              name="control"
              value={controls.chosen}
              placeholder={texts.connectors.search.controlExample}
              list="control-list"
            />
            <datalist id="control-list">
              {controls.all.map((each) => (
                <option value={each} />
              ))}
            </datalist>
          </div>
        )}
        <SubmitButton looks="quiet">{texts.actions.search}</SubmitButton>
      </GetForm>
      <p class="small" role="status" id="found">
        {texts.connectors.search.found({ count })}
      </p>
    </div>
  )
}

/** Attributes of an entry that the script filters. */
export function createSearchAttributes(connector: AnyConnector) {
  return { 'data-search': searchText(connector) }
}
