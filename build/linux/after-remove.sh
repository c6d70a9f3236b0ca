#!/bin/sh
root=${DPKG_ROOT:-}
# An upgrade runs this too, after the new version made its link.
case ${1-} in upgrade | failed-upgrade | abort-*) exit 0 ;; esac
link=$root/usr/bin/fugue
[ "$(readlink "$link")" = '/opt/${sanitizedProductName}/bin/fugue' ] && rm -f "$link"

[ -n "$root" ] && exit 0
if [ -f /etc/apparmor.d/fugue ]; then
  if apparmor_status --enabled >/dev/null 2>&1 && ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --remove /etc/apparmor.d/fugue
  fi
  rm -f /etc/apparmor.d/fugue
fi
command -v update-mime-database >/dev/null && update-mime-database /usr/share/mime
command -v update-desktop-database >/dev/null && update-desktop-database -q /usr/share/applications
command -v gtk-update-icon-cache >/dev/null && gtk-update-icon-cache -q -t -f /usr/share/icons/hicolor
exit 0
