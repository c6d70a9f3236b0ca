#!/bin/sh
# DPKG_ROOT is where dpkg installs, when that is not this system.
root=${DPKG_ROOT:-}
folder=/opt/${sanitizedProductName}
mkdir -p "$root/usr/bin"
ln -sf "$folder/bin/fugue" "$root/usr/bin/fugue"

# Chromium's sandbox needs user namespaces, or else a helper that may become root.
if [ -L /proc/self/ns/user ] && unshare --user true 2>/dev/null; then
  chmod 0755 "$root$folder/chrome-sandbox"
else
  chmod 4755 "$root$folder/chrome-sandbox"
fi

[ -n "$root" ] && exit 0
command -v update-mime-database >/dev/null && update-mime-database /usr/share/mime
command -v update-desktop-database >/dev/null && update-desktop-database -q /usr/share/applications
command -v gtk-update-icon-cache >/dev/null && gtk-update-icon-cache -q -t -f /usr/share/icons/hicolor

# Where AppArmor keeps user namespaces from unknown programs, Fugue's renderer may have them by this profile.
profile=$folder/resources/apparmor-profile
if apparmor_status --enabled >/dev/null 2>&1 && apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
  cp -f "$profile" /etc/apparmor.d/fugue
  if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache /etc/apparmor.d/fugue
  fi
fi
exit 0
