import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import type { Notice } from '#shared/model/notice';
import { isRequest } from '#shared/model/notice';
import { Overlay } from '../dialogs/Overlay';
import { useAppState } from '../store/replica';
import { runCommand, runRaw } from '../store/run-command';
import { setUi, useUi } from '../store/ui-store';
import { equalLines } from './equal-lines';

const ICONS = { information: Info, warning: TriangleAlert, error: CircleAlert } as const;

/** What happened that the person should know: what was restored and how, what went wrong. */
export function NoticesPanel() {
  const shown = useUi((state) => state.noticesShown);
  // What asks for an answer stands in front of everything by itself: `RequestCard`.
  const notices = useAppState(useShallow((state) => state.notices.filter((notice) => !isRequest(notice))));
  return (
    <Overlay
      open={shown}
      close={() => {
        setUi({ noticesShown: false });
      }}
      title="Notices"
      titleShown
      className="notices"
      testId="notices"
    >
      {notices.length === 0 && (
        <p className="muted">Nothing to tell. Reports about restored panes come here.</p>
      )}
      {notices.length > 0 && (
        <ul className="notice-list" aria-label="Notices">
          {[...notices].reverse().map((notice) => (
            <NoticeItem key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </Overlay>
  );
}

function NoticeItem({ notice }: { readonly notice: Notice }) {
  const Icon = ICONS[notice.level];
  return (
    <li className="notice" data-level={notice.level}>
      <Icon size={14} aria-hidden />
      <div className="notice-body">
        <h3>{notice.title}</h3>
        {notice.details.length > 0 && (
          <ul>
            {equalLines(notice.details).map(({ line, times }) => (
              <li key={line}>{times === 1 ? line : `${line} (${String(times)} times)`}</li>
            ))}
          </ul>
        )}
        {notice.actions.length > 0 && (
          <div className="notice-actions">
            {notice.actions.map((action) => (
              <button
                key={action.label}
                type="button"
                className="button"
                onClick={() => {
                  void runRaw(action.command, action.input);
                }}
              >
                {action.label}
              </button>
            ))}
          </div>
        )}
      </div>
      <button
        type="button"
        className="button-icon"
        aria-label={`Put away: ${notice.title}`}
        title="Put away"
        onClick={() => void runCommand('dismiss_notice', { notice_id: notice.id })}
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}
