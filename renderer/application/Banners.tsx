import { TriangleAlert, X } from 'lucide-react';
import { keyBindings } from '../commands/keyboard';
import { useAppState } from '../store/replica';
import { setUi, useUi } from '../store/ui-store';

export function Banners() {
  return (
    <>
      <RuntimeBanner />
      <ProblemsBanner />
    </>
  );
}

/** Stands as long as the app runs on the fallback runtime: small if the person likes, never away. */
function RuntimeBanner() {
  const fallback = useAppState((state) => state.runtime.fallbackRuntime);
  const small = useUi((state) => state.runtimeBannerSmall);
  if (fallback === null) return null;
  const toggle = () => {
    setUi({ runtimeBannerSmall: !small });
  };
  return (
    <div
      className={small ? 'banner banner-warning banner-small' : 'banner banner-warning'}
      role="region"
      aria-label="Runtime warning"
      data-testid="banner-runtime"
    >
      <TriangleAlert size={14} aria-hidden />
      <span className="banner-text">
        {small
          ? `Fallback runtime ${fallback}`
          : `Fugue runs on a fallback runtime (${fallback}) that no longer gets security fixes: use it for trying things out, not for daily work.`}
      </span>
      <button type="button" className="button-quiet" aria-expanded={!small} onClick={toggle}>
        {small ? 'What is this?' : 'Make small'}
      </button>
    </div>
  );
}

function ProblemsBanner() {
  const problems = useAppState((state) => state.configurationProblems);
  const configuration = useAppState((state) => state.configuration);
  const file = useAppState((state) => state.runtime.configurationFile);
  const hidden = useUi((state) => state.problemsHidden);
  // Faults of keys are known by then.
  useUi((state) => state.catalogLoaded);
  const all = [...problems, ...keyBindings(configuration).problems];
  const identity = all.join('\n');
  if (all.length === 0 || hidden === identity) return null;
  return (
    <div
      className="banner banner-warning"
      role="region"
      aria-label="Settings"
      data-testid="banner-configuration"
    >
      <TriangleAlert size={14} aria-hidden />
      <div className="banner-text">
        <span>
          {all.length === 1 ? 'A setting' : `${String(all.length)} settings`} in {file}{' '}
          {all.length === 1 ? 'does' : 'do'} not work, so {all.length === 1 ? 'it is' : 'they are'} not
          applied.
        </span>
        <ul>
          {all.slice(0, 4).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
          {all.length > 4 && <li>… and {all.length - 4} more</li>}
        </ul>
      </div>
      <button
        type="button"
        className="button-icon"
        aria-label="Hide until the settings change"
        onClick={() => {
          setUi({ problemsHidden: identity });
        }}
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}
