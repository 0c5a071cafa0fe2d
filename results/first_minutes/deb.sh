export DEBIAN_FRONTEND=noninteractive

ls *.deb

apt-get update -qq

apt-get install -y -qq ./globaldyn_*.deb ./python3-globaldyn_*.deb >installed.log && grep -c '^Setting up' installed.log
