import { DataFileError } from '../../../data/data-file.ts'
import type { CheckwrightError } from '../../../errors/index.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { Alert } from '../../pages/shared/alert.tsx'

/** A larger file is sent as a file; in a form it would be too large to be sent again. */
const shownMax = 100_000
const problemsShown = 50

export interface FileFormProps {
  /** Of an earlier attempt. */
  readonly text?: string | undefined
  readonly publisher?: string | undefined
  readonly refused?: CheckwrightError | undefined
}

/** A form that takes a connector as a file, pasted or uploaded. */
export function FileForm({ text = '', publisher = '', refused }: FileFormProps) {
  const texts = useTexts()
  return (
    <section class="sheet" aria-labelledby="add">
      <h2 id="add">{texts.dataConnectors.add.title}</h2>
      <p class="small">{texts.dataConnectors.add.help}</p>
      {refused && <Refusal refused={refused} />}
      <PostForm to="/connectors" enctype="multipart/form-data">
        <div class="field">
          <label for="text-file">{texts.labels.file}</label>
          <p class="help" id="text-file-help">
            {texts.dataConnectors.add.fileHelp}
          </p>
          <input
            id="text-file"
            name="text-file"
            type="file"
            accept=".yaml,.yml,.json"
            aria-describedby="text-file-help"
          />
        </div>
        <div class="field">
          <label for="text">{texts.dataConnectors.add.text}</label>
          <textarea id="text" name="text" rows={14} spellcheck={false}>
            {text.length > shownMax ? '' : text}
          </textarea>
        </div>
        <div class="field">
          <label for="publisher">
            {texts.dataConnectors.add.publisher} <span class="optional">{texts.labels.optional}</span>
          </label>
          <p class="help" id="publisher-help">
            {texts.dataConnectors.add.publisherHelp}
          </p>
          <input id="publisher" name="publisher" maxlength={100} value={publisher} aria-describedby="publisher-help" />
        </div>
        <div class="actions">
          <button class="button primary" type="submit" name="do" value="add">
            {texts.actions.add}
          </button>
          <button class="button quiet" type="submit" name="do" value="check">
            {texts.dataConnectors.add.checkOnly}
          </button>
        </div>
      </PostForm>
    </section>
  )
}

function Refusal({ refused }: { readonly refused: CheckwrightError }) {
  const texts = useTexts()
  if (!(refused instanceof DataFileError)) return <Alert says={refused.message} />
  const { problems } = refused
  return (
    <div class="alert" role="alert">
      <h3>{texts.dataConnectors.add.problems({ count: problems.length })}</h3>
      <ul>
        {problems.slice(0, problemsShown).map(({ line, column, path, message }) => (
          <li>
            <b>{texts.dataConnectors.add.position({ line, column })}</b> {path !== '' && <code>{path}</code>} {message}
          </li>
        ))}
      </ul>
      {problems.length > problemsShown && <p>{texts.counts.andMore({ count: problems.length - problemsShown })}</p>}
    </div>
  )
}
