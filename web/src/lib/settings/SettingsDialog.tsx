import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { change } from '../app/actions'
import { useApp } from '../app/store'
import { Dialog } from '../ui/Dialog'
import seg from '../ui/Segments.module.css'
import { Browsers } from './Browsers'
import { KeyList } from './KeyList'
import css from './Settings.module.css'
import { clampFont, cleanFamily, type ThemeChoice } from './settings'

const themes: readonly [ThemeChoice, string][] = [
  ['system', 'System'],
  ['dark', 'Dark'],
  ['light', 'Light'],
]

/** SettingsDialog is what a person can set about the page in this browser. */
export function SettingsDialog() {
  const s = useApp((a) => a.settings)
  return (
    <Dialog title="Settings">
      <div className={css.row}>
        <span id="theme-label">Theme</span>
        <Choice label="theme-label" options={themes} value={s.theme} set={(theme) => change({ theme })} />
      </div>
      <div className={css.row}>
        <span>Letters in terminals</span>
        <div className={css.stepper}>
          <button
            type="button"
            className="btn sm square"
            aria-label="Smaller"
            onClick={() => change({ font: clampFont(s.font - 0.5) })}
          >
            <Minus className="icon s" aria-hidden="true" />
          </button>
          <output className="tnum">{s.font} px</output>
          <button
            type="button"
            className="btn sm square"
            aria-label="Larger"
            onClick={() => change({ font: clampFont(s.font + 0.5) })}
          >
            <Plus className="icon s" aria-hidden="true" />
          </button>
        </div>
      </div>
      <div className={css.row}>
        <label htmlFor="font-family">
          Font in terminals
          <small>One of this machine; empty for JetBrains Mono.</small>
        </label>
        <input
          id="font-family"
          className="field"
          value={s.fontFamily}
          placeholder="JetBrains Mono"
          spellCheck={false}
          onChange={(e) => change({ fontFamily: cleanFamily(e.target.value) })}
        />
      </div>
      <div className={css.row}>
        <span id="palette-label">Colours in terminals</span>
        <Choice
          label="palette-label"
          options={[
            ['page', 'Page'],
            ['classic', 'Classic'],
            ['contrast', 'Contrast'],
          ]}
          value={s.palette}
          set={(palette) => change({ palette })}
        />
      </div>
      <Toggle
        name="Notify me on the desktop"
        hint="When an agent waits or has finished and you are not looking at it."
        on={s.notifications}
        set={notify}
      />
      <Toggle name="Play a sound with it" on={s.sound} set={(sound) => change({ sound })} />
      <Toggle
        name="Screen reader support in terminals"
        hint="Slower while much is printed."
        on={s.screenReader}
        set={(screenReader) => change({ screenReader })}
      />
      <KeyList />
      <Browsers />
    </Dialog>
  )
}

/** notify asks the browser first: without its leave the setting stays off. */
async function notify(on: boolean): Promise<void> {
  change({ notifications: on && (await Notification.requestPermission()) === 'granted' })
}

function Toggle({ name, hint, on, set }: { name: string; hint?: string; on: boolean; set(on: boolean): void }) {
  const id = useId()
  return (
    <div className={css.row}>
      <label htmlFor={id}>
        {name}
        {hint && <small>{hint}</small>}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={on}
        className={css.switch}
        checked={on}
        onChange={(e) => set(e.target.checked)}
      />
    </div>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  options: readonly (readonly [T, string])[]
  value: T
  set(value: T): void
}

function Choice<T extends string>({ label, options, value, set }: ChoiceProps<T>) {
  return (
    <div className={seg.seg} role="radiogroup" aria-labelledby={label}>
      {options.map(([option, name]) => (
        // biome-ignore lint/a11y/useSemanticElements: a segmented control, drawn as one
        <button key={option} type="button" role="radio" aria-checked={value === option} onClick={() => set(option)}>
          {name}
        </button>
      ))}
    </div>
  )
}
