import { DataFileError } from '../../../data/data-file.ts'
import type { CheckwrightError } from '../../../errors/index.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { Alert } from '../../pages/shared/alert.tsx'
import { InputField, SubmitButton, TextField } from '../../pages/shared/form-field.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'

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
    <Sheet id="add" title={texts.dataConnectors.add.title}>
      <p class="small">{texts.dataConnectors.add.help}</p>
      {refused && <Refusal refused={refused} />}
      <PostForm to="/connectors" enctype="multipart/form-data">
        <InputField
          name="text-file"
          label={texts.labels.file}
          help={texts.dataConnectors.add.fileHelp}
          type="file"
          accept=".yaml,.yml,.json"
        />
        <TextField name="text" label={texts.dataConnectors.add.text} rows={14} spellcheck={false}>
          {text.length > shownMax ? '' : text}
        </TextField>
        <InputField
          name="publisher"
          label={texts.dataConnectors.add.publisher}
          optional
          help={texts.dataConnectors.add.publisherHelp}
          maxlength={100}
          value={publisher}
        />
        <div class="actions">
          <SubmitButton looks="primary" name="do" value="add">
            {texts.actions.add}
          </SubmitButton>
          <SubmitButton looks="quiet" name="do" value="check">
            {texts.dataConnectors.add.checkOnly}
          </SubmitButton>
        </div>
      </PostForm>
    </Sheet>
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
