import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { effect } from '@preact/signals';
import { pathName } from '../../i18n/names';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';
import { Failure, Uncertain } from '../states';
import { Form, openForms, type Draft } from './draft';
import { forgetDraft, keepDraft, keptDraft } from './kept';

const t = texts({
  en: { saving: 'Saving…', kept: 'There is unsent content of this form.', restore: 'Restore it', drop: 'Discard it', mistakes: { one: 'One field needs you:', other: '{n} fields need you:' } },
  fr: { saving: 'Enregistrement…', kept: 'Il reste une saisie non envoyée de ce formulaire.', restore: 'La reprendre', drop: 'L’abandonner', mistakes: { one: 'Un champ est à corriger :', other: '{n} champs sont à corriger :' } },
  de: { saving: 'Wird gespeichert…', kept: 'Zu diesem Formular gibt es nicht gesendete Eingaben.', restore: 'Übernehmen', drop: 'Verwerfen', mistakes: { one: 'Ein Feld ist zu berichtigen:', other: '{n} Felder sind zu berichtigen:' } },
});

/** How long after the last key what was typed is kept, in milliseconds. */
const KeepPause = 500;

/**
 * A form that lives as long as the component. A changed one asks before the page is left. With `keepAs`, a name of the
 * form, what was typed survives a reload and is offered; forms with secrets have no such name.
 */
export function useForm(initial: Draft = {}, keepAs?: string): Form {
  const form = useMemo(() => new Form(initial, keepAs), []);
  useEffect(() => {
    openForms.add(form);
    const warn = (event: BeforeUnloadEvent) => {
      if (form.changed.value && !keepAs) {
        event.preventDefault();
      }
    };
    addEventListener('beforeunload', warn);
    return () => {
      openForms.delete(form);
      removeEventListener('beforeunload', warn);
    };
  }, [form]);
  useEffect(() => {
    if (!keepAs) {
      return undefined;
    }
    void keptDraft(keepAs).then((draft) => {
      form.kept.value = form.changed.value ? null : draft;
    });
    let timer: ReturnType<typeof setTimeout>;
    let keeping = false;
    const stop = effect(() => {
      const draft = form.draft.value;
      const changed = form.changed.value;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (changed) {
          keeping = true;
          void keepDraft(keepAs, draft);
        } else if (keeping) {
          keeping = false;
          void forgetDraft(keepAs);
        }
      }, KeepPause);
    });
    return stop;
  }, [form, keepAs]);
  return form;
}

/** Offers what was kept of a form before a reload; nothing is put into the form by itself. */
export function KeptNotice({ form }: { form: Form }) {
  const draft = form.kept.value;
  const drop = () => {
    form.kept.value = null;
    void forgetDraft(form.keepAs ?? '');
  };
  return draft && !form.changed.value ? (
    <p class="notice">
      {t('kept')}{' '}
      <Button
        onClick={() => {
          form.draft.value = draft;
          form.changed.value = true;
          form.kept.value = null;
        }}
      >
        {t('restore')}
      </Button>{' '}
      <Button kind="quiet" onClick={drop}>
        {t('drop')}
      </Button>
    </p>
  ) : null;
}

/** Names the fields with mistakes, also those that the form does not show; each leads to its field. */
function Mistakes({ wrong }: { wrong: Record<string, string> }) {
  const paths = Object.keys(wrong);
  const go = (path: string) => document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus();
  return paths.length === 0 ? null : (
    <div class="mistakes" role="alert">
      <p>{t('mistakes', { n: paths.length })}</p>
      <ul>
        {paths.map((path) => (
          <li key={path}>
            <Button kind="quiet" onClick={() => go(path)}>
              {pathName(path)}
            </Button>{' '}
            {wrong[path]}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The button of a form, and what went wrong. */
export function FormFoot({ form, label, danger, again, children }: { form: Form; label: string; danger?: boolean; again: () => void; children?: ComponentChildren }) {
  const problem = form.problem.value;
  const placed = Object.keys(form.wrong.value).length > 0;
  return (
    <>
      {problem?.uncertain && <Uncertain again={again} />}
      {problem && !problem.uncertain && !placed && <Failure problem={problem} />}
      <Mistakes wrong={form.wrong.value} />
      <footer class="form-foot">
        {children}
        <Button kind={danger ? 'danger' : 'primary'} type="submit" disabled={form.saving.value}>
          {form.saving.value ? t('saving') : label}
        </Button>
      </footer>
    </>
  );
}
