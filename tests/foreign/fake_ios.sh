#!/bin/sh
# Stands in for the go-ios program `ios` on machines without a phone, for clients that ask it who is
# attached before they talk to the runner. Tells of one device, named by the environment:
# FAKE_UDID, FAKE_NAME, FAKE_OS. Starts, installs and changes nothing; what it does not know fails.
# A shell script, because clients start it before every call and its own time would count as theirs.
words=" $* "
case "$words" in
*" version "* | *" --version "*) echo '{"version":"v1.0.180"}' ;;
*" list "*--details* | *--details*" list "*)
    printf '{"deviceList":[{"Udid":"%s","ProductName":"iPhone OS","ProductType":"iPhone17,3","ProductVersion":"%s"}]}\n' "$FAKE_UDID" "$FAKE_OS" ;;
*" apps "* | *" apps"*)
    printf '%s\n' "com.apple.Preferences Settings" "com.apple.MobileAddressBook Contacts" "com.example.form Form" ;;
*" info "* | *" info"*)
    printf '{"DeviceName":"%s","ProductVersion":"%s","ProductType":"iPhone17,3","UniqueDeviceID":"%s"}\n' "$FAKE_NAME" "$FAKE_OS" "$FAKE_UDID" ;;
*" list "*) printf '{"deviceList":["%s"]}\n' "$FAKE_UDID" ;;
*)
    echo "fake ios: $* is not played" >&2
    exit 1 ;;
esac
