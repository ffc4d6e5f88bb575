import { DataFileError } from '../../data/data-file.ts'
import type { CheckwrightError } from '../../errors/index.ts'
import { formatCount } from '../../text/count-noun.ts'
import { PostForm } from '../frame/links.tsx'

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
  return (
    <section class="sheet" aria-labelledby="add">
      <h2 id="add">Add a file</h2>
      <p class="small">
        A file of an existing connector becomes another version of it. Nobody uses it before you publish it.
      </p>
      {refused && <Refusal refused={refused} />}
      <PostForm to="/connectors" enctype="multipart/form-data">
        <div class="field">
          <label for="text-file">File</label>
          <p class="help" id="text-file-help">
            YAML or JSON, at most 1 MB.
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
          <label for="text">Or paste it</label>
          <textarea id="text" name="text" rows={14} spellcheck={false}>
            {text.length > shownMax ? '' : text}
          </textarea>
        </div>
        <div class="field">
          <label for="publisher">
            Publisher <span class="optional">optional</span>
          </label>
          <p class="help" id="publisher-help">
            Who writes the files of a new connector. Files of another publisher are refused later.
          </p>
          <input id="publisher" name="publisher" maxlength={100} value={publisher} aria-describedby="publisher-help" />
        </div>
        <div class="actions">
          <button class="button primary" type="submit" name="do" value="add">
            Add
          </button>
          <button class="button quiet" type="submit" name="do" value="check">
            Only check it
          </button>
        </div>
      </PostForm>
    </section>
  )
}

function Refusal({ refused }: { readonly refused: CheckwrightError }) {
  if (!(refused instanceof DataFileError))
    return (
      <div class="alert" role="alert">
        <p>{refused.message}</p>
      </div>
    )
  const { problems } = refused
  return (
    <div class="alert" role="alert">
      <h3>{`The file has ${formatCount(problems.length, 'mistake')}`}</h3>
      <ul>
        {problems.slice(0, problemsShown).map(({ line, column, path, message }) => (
          <li>
            <b>{`Line ${line}, column ${column}`}</b> {path !== '' && <code>{path}</code>} {message}
          </li>
        ))}
      </ul>
      {problems.length > problemsShown && <p>{`… and ${problems.length - problemsShown} more`}</p>}
    </div>
  )
}
